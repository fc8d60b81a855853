"""What a project's or an organization's own fields may hold."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from conderis.core.errors import Invalid, Missing, UnknownField
from conderis.core.secrets import refuse_secrets
from conderis.core.text import has_control, one_line, text_of

NAME_MAX = 200
DESCRIPTION_MAX = 2_000
INSTRUCTIONS_MAX = 20_000
REMOTE_MAX = 500

_SCP_LIKE = re.compile(r"[\w.-]+@[\w.-]+:[^:]+", re.ASCII)  # git@host:path, as git(1) clone reads it
_PUBLIC_SCHEMES = ("https", "http", "git")  # whoever needs a name there puts a token beside it
_WRONG_REMOTE = (
    "remote must be a repository's address: https://…, http://…, ssh://…, git://… or git@host:path, without blanks."
)


def name_value(value: object) -> str:
    """1 to 200 characters on one line, not blank. Raises Missing, Invalid, SecretFound."""
    name = text_of("name", value, maximum=NAME_MAX, required=True).strip()
    if has_control(name):
        raise Invalid("name", "name must be one line without control characters.")
    if not one_line(name):
        raise Missing("name", "name needs characters that can be seen.")
    refuse_secrets("name", name)
    return name


def description_value(value: object) -> str:
    """At most 2,000 characters, ``""`` for null. Raises Invalid, SecretFound."""
    description = text_of("description", value, maximum=DESCRIPTION_MAX)
    refuse_secrets("description", description)
    return description


def instructions_value(value: object) -> str:
    """At most 20,000 characters, ``""`` for null and for a blank text. Raises Invalid, SecretFound."""
    instructions = text_of("instructions", value, maximum=INSTRUCTIONS_MAX)
    refuse_secrets("instructions", instructions)
    return instructions if instructions.strip() else ""


def remote_value(value: object) -> str:
    """The address of a repository without anything secret in it, ``""`` for null. Raises Invalid, SecretFound.

    Nothing is fetched. The refusal never repeats the value: it may hold a password.
    """
    remote = text_of("remote", value, maximum=REMOTE_MAX).strip()
    _check_address(remote)
    refuse_secrets("remote", remote)
    return remote


def _check_address(remote: str) -> None:
    if not remote or (_SCP_LIKE.fullmatch(remote) and _is_plain(remote)):
        return
    try:
        url = urlsplit(remote)
        is_address = _is_plain(remote) and bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:  # a port that is none, a broken IPv6 address
        raise Invalid("remote", _WRONG_REMOTE) from None
    if not is_address or url.scheme not in (*_PUBLIC_SCHEMES, "ssh"):
        raise Invalid("remote", _WRONG_REMOTE)
    if url.password is not None or (url.scheme in _PUBLIC_SCHEMES and "@" in url.netloc):
        raise Invalid("remote", "remote must not hold a user name, token or password. Send the address without it.")


def _is_plain(text: str) -> bool:
    return not any(c.isspace() or c == "\\" or unicodedata.category(c) in ("Cc", "Cf") for c in text)


def public_value(value: object) -> bool:
    """Raises Invalid for anything but true and false."""
    if not isinstance(value, bool):
        raise Invalid("public", "public must be true or false.")
    return value


def needs_two_value(value: object) -> bool:
    """Raises Invalid for anything but true and false."""
    if not isinstance(value, bool):
        raise Invalid("deletion_needs_two", "deletion_needs_two must be true or false.")
    return value


_PLAIN: dict[str, Callable[[object], Any]] = {
    "name": name_value,
    "description": description_value,
    "remote": remote_value,
    "public": public_value,
    "deletion_needs_two": needs_two_value,
}
ALLOWED = ("name", "description", "remote", "public", "upstream", "organization")  # what the tool takes


_ORGANIZATION: dict[str, Callable[[object], Any]] = {"name": name_value, "instructions": instructions_value}


def plain_values(fields: Mapping[str, object]) -> dict[str, Any]:
    """The checked values of the fields that stand for themselves; ``upstream`` and ``organization`` are left out.

    Raises UnknownField, Missing, Invalid, SecretFound.
    """
    return _checked(fields, _PLAIN, ALLOWED)


def organization_values(fields: Mapping[str, object]) -> dict[str, Any]:
    """The checked values of an organization's fields. Raises UnknownField, Missing, Invalid, SecretFound."""
    return _checked(fields, _ORGANIZATION, tuple(_ORGANIZATION))


def _checked(
    fields: Mapping[str, object], checks: Mapping[str, Callable[[object], Any]], allowed: tuple[str, ...]
) -> dict[str, Any]:
    for name in fields:
        if name not in (*allowed, *checks):
            raise UnknownField(name, allowed)
    return {name: check(fields[name]) for name, check in checks.items() if name in fields}
