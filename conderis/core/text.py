"""What text may be stored, and how stored text is shown on one line."""

import re
import unicodedata

from conderis.core.errors import Invalid, Missing

# Categories that show nothing or change how the rest reads: controls, format characters (zero-width and
# direction-changing ones), surrogates, private use, line and paragraph separators.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_SURROGATE = re.compile("[\ud800-\udfff]")

REASON_MAX = 2_000  # characters of a reason or a relation's note


def storable(text: str) -> bool:
    """Whether PostgreSQL and JSON can hold the text: no NUL, no lone surrogate."""
    return "\0" not in text and not _SURROGATE.search(text)


def require_storable(field: str, text: str) -> None:
    """Raises Invalid, naming the field, for what `storable` refuses."""
    if not storable(text):
        raise Invalid(field, f"{field} holds a NUL character or half of a surrogate pair. Send it without.")


def text_of(field: str, value: object, *, maximum: int, required: bool = False) -> str:
    """A text parameter as sent, ``""`` when absent.

    Raises Invalid when it isn't a text of at most ``maximum`` code points, Missing when it's required and blank.
    """
    if value is not None and not isinstance(value, str):
        raise Invalid(field, f"{field} must be a text.")
    text = value or ""
    require_storable(field, text)
    if len(text) > maximum:
        raise Invalid(field, f"{field} may have at most {maximum:,} characters; you sent {len(text):,}.")
    if required and not text.strip():
        raise Missing(
            field, f"{field} is required and can't be blank. Send it as a text of 1 to {maximum:,} characters."
        )
    return text


def has_control(text: str) -> bool:
    """Whether the text holds a line break or another control character."""
    return any(unicodedata.category(c) in {"Cc", "Zl", "Zp"} for c in text)


def has_turning(text: str) -> bool:
    """Whether the text holds a character that turns the direction of what stands around it (UAX #9, explicit ones)."""
    return any(unicodedata.bidirectional(c) in _TURNING for c in text)


def one_line(text: str, limit: int | None = None) -> str:
    """The text as data on one line: invisible and direction-changing characters out, white space folded.

    Cut to ``limit`` code points with an ellipsis where it's longer.
    """
    kept = text
    if not text.isprintable():  # most text is, and then nothing has to be taken out character by character
        kept = "".join(
            " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _INVISIBLE
        )
    line = " ".join(kept.split())
    return line if limit is None or len(line) <= limit else line[: max(limit - 1, 0)].rstrip() + "…"


def quoted(text: str, limit: int | None = None) -> str:
    """The text on one line between double quotes that it can't close."""
    return f'"{one_line(text, limit).replace(chr(34), chr(39))}"'
