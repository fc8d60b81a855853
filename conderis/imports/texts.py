"""Texts of other programs, made to fit what Conderis stores."""

import json
import re
import unicodedata
from typing import Any

from conderis.core.text import one_line
from items.kinds.fields import AUTO, TAG_LENGTH

SUMMARY_SHOWS = 200  # characters of the text in a summary that nobody wrote
_LOOKED_AT = 2_000  # characters that are stripped to find them
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_MARKUP = tuple(
    (re.compile(pattern, re.MULTILINE), shown)
    for pattern, shown in (
        (r"<!--.{0,1000}?-->|</?[A-Za-z][^<>\n]{0,200}>", ""),
        (r"^[ \t]*(?:```|~~~|---+$|\*\*\*+$).*$", ""),
        (r"!?\[\[(?:[^\[\]|\n]{0,300}\|)?([^\[\]\n]{0,300})\]\]", r"\1"),
        (r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,1000}\)", r"\1"),
        (r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)", ""),
        (r"[*_~]{2,3}|`+|\|", ""),
        (r"(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", ""),
    )
)


def mended(text: str) -> str:
    """The text with U+FFFD for NUL and lone surrogates, which nothing here can hold."""
    return _UNSTORABLE.sub("\ufffd", text)


def text_of(value: object) -> str:
    """A text as it is, nothing as "", whatever else should have been a text as its JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def word_of(value: object, limit: int = 200) -> str:
    """A name or another short thing on one line."""
    return one_line(mended(text_of(value)), limit)


def listed(value: object, of: type = dict) -> list[Any]:
    """What is ``of`` the type in a list; nothing of what should have been one."""
    return [entry for entry in value if isinstance(entry, of)] if isinstance(value, list) else []


def plain(text: str) -> str:
    """The beginning of a Markdown text as people would read it aloud, on one line."""
    text = text[:_LOOKED_AT]
    for pattern, shown in _MARKUP:
        text = pattern.sub(shown, text)
    return one_line(text)


def auto_summary(text: str) -> str | None:
    """The first of the text behind the mark of a summary that nobody wrote; None where there is nothing to read."""
    said = one_line(plain(text) or text)[:SUMMARY_SHOWS].rstrip()
    return AUTO + said if said else None


def tag_of(label: str) -> str:
    """The label as a tag: letters that have one without their accents, the rest as hyphens; "" where none is left."""
    folded = unicodedata.normalize("NFKD", label[:200].casefold())
    kept = "".join(char for char in folded if not unicodedata.combining(char))
    return re.sub("[^a-z0-9]+", "-", kept).strip("-")[:TAG_LENGTH].strip("-")
