"""What looks like a credential and opens nothing: published examples, masks, references to where the real one is."""

import re

# The token of jwt.io's first page, signed with the secret that stands beside it.
JWT_IO = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ."
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
)
JWT_IO_2025 = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWUsImlhdCI6MTUxNjIzOTAyMn0."
    "KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30"
)
PUBLISHED = frozenset(
    {
        "AKIAIOSFODNN7EXAMPLE",  # AWS, IAM user guide and CLI guide
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",  # AWS, beside the former
        "AKIAI44QH8DHBEXAMPLE",  # AWS, CLI guide, named profiles
        "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY",  # AWS, beside the former
        "sk_test_4eC39HqLyjWDarjtT1zdp7dc",  # Stripe, API reference
        "sk_test_BQokikJOvBiI2HlWgH4olfQ2",  # Stripe, API reference, authentication
        # Microsoft, "Use the Azurite emulator": the same on every machine
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
        JWT_IO,
        JWT_IO_2025,
    }
)

_TOKEN = re.compile(r"[A-Za-z0-9_+/=.~-]{1,400}")  # how a key may go on after the part of it that was found
_WORD = re.compile(r"[A-Za-z0-9_-]{1,400}")
_GIT_HASH = re.compile(r"[0-9a-f]{40}")
_MASK = re.compile(r"(?i)x{4}|\*{3}|\.{3}|…|•{3}|([.#0_-])\1{9}|\{[a-z_][\w.]{0,60}\}")
_WORDS = re.compile(
    r"(?i)example|your|placeholder|change.?(?:me|it|this)|replace|redact|dummy|sample|fake|insert|todo|secret.?here|"
    r"key.?here|token.?here"
)
# A value that stands for another one, by the customs of shells, templates, languages and configuration files.
_REFERENCE = re.compile(
    r"""
    \$\{?[A-Za-z_][\w.:-]*\}? | \$\(.* | \$\{.*\} | \$?\{\{.* | \{[\w.:!-]*\}           # shells and templates
    | <[^>]*>? | \[.* | %\(\w+.* | %\w+% | %[sdr] | @\w+@ | \#\d+
    | [\w.:]+[(\[].* | [A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+                          # a call, an attribute
    | (?:~|\.{0,2})/[\w.@/-]* | [A-Z][A-Z_]*[A-Z]                                         # a path, a variable's name
    | (?:op|vault|arn|ssm|env|file|https?|aws|gcp|sops|keychain|ref\+\w+):.* | !\w+\ .*   # the store that holds it
    """,
    re.VERBOSE,
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def is_placeholder_key(text: str, start: int, end: int) -> bool:
    """Whether the key found there opens nothing, seen as a whole: what was found may be a part of it."""
    found = text[start:end].removeprefix("AccountKey=")
    whole = found + _rest(_TOKEN, text, end).rstrip(".")
    return (
        found in PUBLISHED
        or whole in PUBLISHED
        or _GIT_HASH.fullmatch(found) is not None
        or _shows_nothing(found + _rest(_WORD, text, end))
    )


def is_placeholder_value(value: str) -> bool:
    """Whether a value where a credential would stand is none: an example, a mask, a reference, a UUID."""
    return (
        value in PUBLISHED
        or _UUID.fullmatch(value) is not None
        or _REFERENCE.fullmatch(value) is not None
        or _shows_nothing(value)
    )


def _rest(pattern: re.Pattern[str], text: str, at: int) -> str:
    match = pattern.match(text, at)
    return match[0] if match else ""


def _shows_nothing(value: str) -> bool:
    return _MASK.search(value) is not None or _WORDS.search(value) is not None
