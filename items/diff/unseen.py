"""Characters that nobody would see, by their names: what hides in a text or turns its direction shows itself."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

NAMED_MAX = 1_000  # labels in one stretch of text; what hides after them stands as a replacement character

_LABELS = {
    "\0": "NUL", "\a": "BEL", "\b": "BS", "\t": "TAB", "\n": "LF", "\v": "VT", "\f": "FF", "\r": "CR", "\x1b": "ESC",
    " ": "SP", "\x7f": "DEL", "\x85": "NEL", "\xa0": "NBSP", "\xad": "SHY", "\u034f": "CGJ", "\u061c": "ALM",
    "\u180e": "MVS", "\u2002": "ENSP", "\u2003": "EMSP", "\u2007": "FSP", "\u2008": "PSP", "\u2009": "THSP",
    "\u200a": "HSP", "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\u200e": "LRM", "\u200f": "RLM",
    "\u2028": "LSEP", "\u2029": "PSEP", "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO",
    "\u202e": "RLO", "\u202f": "NNBSP", "\u205f": "MMSP", "\u2060": "WJ", "\u2066": "LRI", "\u2067": "RLI",
    "\u2068": "FSI", "\u2069": "PDI", "\u3000": "IDSP", "\u3164": "HF", "\ufeff": "BOM", "\uffa0": "HWHF",
}  # fmt: skip
_CONTROLS = {  # Unicode has no names for them, only aliases
    "\0": "NULL", "\a": "ALERT", "\b": "BACKSPACE", "\v": "LINE TABULATION", "\f": "FORM FEED",
    "\r": "CARRIAGE RETURN", "\x1b": "ESCAPE", "\x7f": "DELETE", "\x85": "NEXT LINE",
}  # fmt: skip
# Controls, format characters, blanks other than the space, fillers, selectors, tags, private use, surrogates.
_UNSEEN = (
    "\0-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
_PICTURE = (
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d"
    "\U0001f000-\U0001faff]"
)
_WITH = "[\ufe0f\U0001f3fb-\U0001f3ff]?"
_EMOJI = f"{_PICTURE}{_WITH}(?:\u200d{_PICTURE}{_WITH})*|[#*0-9]\ufe0f\u20e3"
_PART = re.compile(rf"(?P<emoji>{_EMOJI})|([{_UNSEEN}])\2*")
_SELECTORS = ((0xFE00, 1), (0xE0100, 17))  # where they begin, and the number of the first
_TAGS = range(0xE0021, 0xE007F)


class Plain(NamedTuple):
    """Text that shows itself."""

    text: str


class Named(NamedTuple):
    """An unseen character, or several of the same: a short label and the full name."""

    label: str
    name: str


def visible_parts(text: str, *, at_line_end: bool = False) -> list[Plain | Named]:
    """The text with its unseen characters by name, with ``at_line_end`` its trailing blanks too.

    Tabs and line feeds stay as they are, and so do the joiners and selectors that ordinary emoji are made of.
    """
    seen = text.rstrip(" \t\n") if at_line_end else text
    parts = list(_parts(seen))
    if blanks := text[len(seen) :]:
        parts.append(_blanks(blanks))
    return parts


def _parts(text: str) -> Iterator[Plain | Named]:
    start = count = 0
    if not (text.isascii() and text.isprintable()):
        for found in _PART.finditer(text):
            if found["emoji"]:
                continue
            if found.start() > start:
                yield Plain(text[start : found.start()])
            start = found.start()
            if count == NAMED_MAX:
                text = _PART.sub(lambda part: part["emoji"] or "\ufffd", text[start:])
                start = 0
                break
            yield _named(found[0])
            start, count = found.end(), count + 1
    if start < len(text):
        yield Plain(text[start:])


def _named(run: str) -> Named:
    character, code, count = run[0], ord(run[0]), len(run)
    name = _CONTROLS.get(character) or unicodedata.name(character, "")
    many, times = (f"{count:,} × ", f" ×{count:,}") if count > 1 else ("", "")
    return Named(_label(character, code) + times, f"{many}U+{code:04X} {name}".rstrip())


def _label(character: str, code: int) -> str:
    for first, number in _SELECTORS:
        if first <= code < first + (16 if number == 1 else 240):
            return f"VS{code - first + number}"
    if code in _TAGS:
        return f"TAG {chr(code - 0xE0000)}"
    return _LABELS.get(character, f"U+{code:04X}")


def _blanks(text: str) -> Named:
    """Blanks, tabs and line feeds at the end of a line or text, together."""
    label = "+".join(_LABELS[character] for character in " \t\n" if character in text)
    count = f" ×{len(text):,}" if len(text) > 1 else ""
    return Named(label + count, f"{label}{count} at the end")
