"""Secrets at the door: text that holds what looks like a credential isn't stored.

Every service that stores a caller's text asks here, after it has checked what the caller may do and before
it checks the version. Nothing switches the check off, nothing is sent anywhere, and no refusal repeats a value.
It is there for mistakes, such as a pasted log: whoever wants to hide a credential from it can.
"""

from collections.abc import Iterator, Mapping

from conderis.core.errors import Invalid, SecretFound
from conderis.core.secrets.scan import rule_in

SCAN_MAX = 1_000_000  # characters, ten times the longest field: what is longer is refused unread


def refuse_secrets(field: str, text: str) -> None:
    """Raises SecretFound, naming the rule and the field, when the text holds what looks like a credential.

    A published placeholder, a UUID and a hash pass. Raises Invalid for a text that no field could hold.
    """
    refuse_secrets_in({field: text})


def refuse_secrets_in(fields: Mapping[str, object], prefix: str = "") -> None:
    """`refuse_secrets` for every text of the fields, however deep; ``prefix`` goes before the field's name.

    Raises SecretFound, Invalid.
    """
    texts = [(f"{prefix}{name}", text) for name, value in fields.items() for text in _texts(value)]
    for field, text in texts:
        if len(text) > SCAN_MAX:
            raise Invalid(field, f"{field} may have at most {SCAN_MAX:,} characters; you sent {len(text):,}.")
    # Most calls hold none: looking once through all of a call's short texts is several times as quick.
    if rule_in("\n\n".join(text for _, text in texts)) is None:
        return
    for field, text in texts:
        rule = rule_in(text)
        if rule is not None:
            raise SecretFound(field, rule)


def _texts(value: object) -> Iterator[str]:
    """The texts in a JSON value, the names in its objects too; nesting is bounded by the reader of the JSON."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            yield here
        elif isinstance(here, Mapping):
            waiting += [*here.keys(), *here.values()]
        elif isinstance(here, list | tuple):
            waiting += here


__all__ = ["refuse_secrets", "refuse_secrets_in"]
