"""Looking through one text for a credential.

All of it is compiled once and holds no state, so that threads share it. Three sorts of rules: the shapes of keys
that say what they are (``shapes``), detect-secrets' detectors (``detectors``), and a value that stands where a
credential would (``assignments``). A rule costs a search for a few letters that it can't do without, until they
are there; then its expressions are bounded, so that no text takes long.
"""

import re
from collections.abc import Callable

from conderis.core.secrets.assignments import credential_in
from conderis.core.secrets.detectors import detected_in
from conderis.core.secrets.shapes import key_in

# Characters that show nothing, which copying from a page or a terminal may leave within a key.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_DOTTED_CAPITAL = "\u0130"  # the one character that lower() makes two of
_ESCAPED = re.compile(r"(?<!\\)\\++(?:u00([2-7][0-9a-fA-F])|([nrt])|([\"'/=&]))")

_FINDERS: tuple[Callable[[str, str], str | None], ...] = (key_in, detected_in, credential_in)


def rule_in(text: str) -> str | None:
    """The name of the first rule that finds a credential in the text; None for a text that may be stored."""
    plain = _plain(text)
    lowered = plain.lower()
    for find in _FINDERS:
        rule = find(plain, lowered)
        if rule is not None:
            return rule
    return None


def _plain(text: str) -> str:
    """The text as it's read: without what doesn't show, and out of the escapes of a JSON or source text within it."""
    if not text.isascii():
        text = _UNSEEN.sub("", text).replace(_DOTTED_CAPITAL, "I")
    return _ESCAPED.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    code, space, mark = match.groups()
    if code is not None:
        return chr(int(code, 16))
    return mark if space is None else "\n"
