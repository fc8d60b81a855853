"""Values that stand where a credential would: after a name such as ``password``, in an address, in a header.

Names are matched in lower case, values looked at as they are. What people call things (``my-secret-1``) passes;
what a machine made up doesn't, nor a password with a digit or a mark in it.
"""

import base64
import re

from conderis.core.secrets.placeholders import is_placeholder_value

# What the name of a credential holds, and how it goes on; in lower case.
_NAMES = {
    "pass": r"pass(?:word|wd|phrase|code|wort)",
    "pwd": r"pwd",
    "kennwort": r"kennwort",
    "contrase": r"contrase[ñn]a",
    "secret": r"secret(?:[_.-]?(?:access[_.-]?)?(?:key|token|value))?",
    "token": r"token",
    "credential": r"credentials?",
    "key": r"key",
}
_PASSWORDS = frozenset({"pass", "pwd", "kennwort", "contrase"})
# Other keys are names of things: the key of a cache, a table, a batch.
_KEYS = (
    "api",
    "access",
    "auth",
    "private",
    "account",
    "encryption",
    "signing",
    "master",
    "service",
    "client",
    "license",
)
# In source, JSON, YAML, XML, an environment file, on a command line, in a sentence.
_ASSIGNED = {
    needle: re.compile(
        name + r"[\"'\])]{0,3}[ \t]{0,4}(?::=|=>|={1,3}|:|>|,(?=[ \t]{0,4}[\"'`])|(?<=[ \t])is[ \t])[ \t]{0,4}"
        r"(?:[a-z@]{0,2}(?P<quote>[\"'`])(?P<quoted>[^\"'`\s]{6,120})(?P=quote)|(?P<bare>[^\s\"'`<>,;&|)}\]]{8,120}))"
    )
    for needle, name in _NAMES.items()
}
_OPTION = re.compile(
    r"--(?:[a-z]{1,20}-){0,3}(?:password|passphrase|secret|token|api-key)[ \t]"
    r"(?P<bare>[^\s\"'`<>|;&-][^\s\"'`<>|;&]{7,120})"
)
_IN_ADDRESS = re.compile(r"://(?P<user>[^\s:/@\"'<>]{0,80}):(?P<value>[^\s/@\"'<>]{3,120})@(?=[\w\[])")
_IN_HEADER = re.compile(
    r"authorization[\"']?[ \t]{0,4}[:=,][ \t]{0,4}[\"']?(?P<scheme>bearer|basic|token)[ \t]{1,4}"
    r"(?P<value>[a-z0-9._~+/=-]{12,400})"
)

# Names and versions, alone or joined: `my-secret-1`, `sha256sum`, `v1.2.3`, `k8s/prod`.
_NAMED = re.compile(
    r"(?:[A-Za-z]+(?:\d{1,4}[a-z]{0,4})?|v?\d{1,8})(?:[_./:@-](?:[A-Za-z]+(?:\d{1,4}[a-z]{0,4})?|v?\d{1,8}))*"
)
_JOINTS = "_./:@-"
_HASH = re.compile(r"(?:sha\d{1,3}[:-])?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})")
_COMMON_WORDS = """
    password passwd passphrase pass pwd secret token key admin root user username guest test testing demo local
    localhost postgres mysql redis rabbitmq minio tiger xyz hello foo bar foobar none null string required optional
    hidden abc123 test123 test1234 admin123 demo123 demo1234 password1 password12 password123 pass123 secret123
"""
_COMMON = frozenset(_COMMON_WORDS.split())


def credential_in(text: str, lowered: str) -> str | None:
    """The rule of the first such value in the text; ``lowered`` is the text in lower case, place by place."""
    if "://" in text and any(_opens(m["value"], m["user"]) for m in _IN_ADDRESS.finditer(text)):
        return "Password in an address"
    if "authorization" in lowered and any(_authorizes(m, text) for m in _IN_HEADER.finditer(lowered)):
        return "Authorization header"
    if any(_is_assigned(needle, text, lowered) for needle in _NAMES):
        return "Assigned credential"
    if "--" in lowered and any(_made_up(_of(m, "bare", text)) for m in _OPTION.finditer(lowered)):
        return "Credential on a command line"
    return None


def _is_assigned(needle: str, text: str, lowered: str) -> bool:
    # Looking for the letters first is ten times as quick as one expression with all the names.
    at = lowered.find(needle)
    while at >= 0:
        if needle != "key" or lowered[max(0, at - 12) : at].rstrip("_.- ").endswith(_KEYS):
            match = _ASSIGNED[needle].match(lowered, at)
            if match and _is_credential(match, text, password=needle in _PASSWORDS):
                return True
        at = lowered.find(needle, at + 1)
    return False


def _is_credential(match: re.Match[str], text: str, *, password: bool) -> bool:
    if match["quoted"] is None:
        value = _of(match, "bare", text).rstrip(".:!?")
        return len(value) >= (8 if password else 12) and not _HASH.fullmatch(value) and _made_up(value)
    value = _of(match, "quoted", text)
    return _made_up(value) or (password and _is_password(value))


def _authorizes(match: re.Match[str], text: str) -> bool:
    value = _of(match, "value", text)
    if match["scheme"] != "basic":
        return _made_up(value)
    try:
        user, _, password = base64.b64decode(value, validate=True).decode().partition(":")
    except ValueError:
        return False
    return bool(password) and _opens(password, user)


def _opens(password: str, user: str) -> bool:
    """Whether a password in an address, which needs no further sign of being one, isn't a placeholder or a port."""
    return not (password == user or password.lower() in _COMMON or password.isdigit() or is_placeholder_value(password))


def _made_up(value: str) -> bool:
    """Letters with digits or marks among them, in no order that a name has."""
    return _mixed(value) and not _NAMED.fullmatch(value) and not is_placeholder_value(value)


def _is_password(value: str) -> bool:
    """The same, and a single word with a digit at its end."""
    single = not any(joint in value for joint in _JOINTS)
    return single and _mixed(value) and value.lower() not in _COMMON and not is_placeholder_value(value)


def _mixed(value: str) -> bool:
    return any(c.isalpha() for c in value) and any(not c.isalpha() and c not in _JOINTS for c in value)


def _of(match: re.Match[str], group: str, text: str) -> str:
    return text[match.start(group) : match.end(group)]
