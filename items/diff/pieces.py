"""Marked text as HTML."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from items.diff.unseen import Named, Plain, visible_parts
from items.diff.words import Segment

_TAGS: dict[str, Literal["", "del", "ins"]] = {"same": "", "del": "del", "ins": "ins"}
_UNSEEN = '<span class="unseen-char" title="{}">{}</span>'


class Piece(NamedTuple):
    """Text under one mark; ``tag`` is the HTML element, "" for what stayed."""

    tag: Literal["", "del", "ins"]
    parts: list[Plain | Named]


def pieces_of(segments: Sequence[Segment], *, changed: bool = True) -> Iterator[Piece]:
    """A line's segments with its unseen characters by name; where the line ``changed``, the blanks at its end too."""
    last = len(segments) - 1
    for place, (kind, text) in enumerate(segments):
        # Before a last insertion a removed stretch stands at its line's end too.
        at_end = place == last or (place == last - 1 and (kind, segments[last].kind) == ("del", "ins"))
        yield Piece(_TAGS[kind], visible_parts(text, at_line_end=at_end and changed))


def html_of(pieces: Iterable[Piece]) -> SafeString:
    """The pieces without any white space of its own between them.

    Not a template's work: a text with thousands of marks would keep it busy for half a second.
    """
    return SafeString("".join(_html(piece) for piece in pieces))


def _html(piece: Piece) -> str:
    """Each part is escaped here."""
    inner = "".join(
        escape(part.text) if isinstance(part, Plain) else format_html(_UNSEEN, part.name, part.label)
        for part in piece.parts
    )
    return f"<{piece.tag}>{inner}</{piece.tag}>" if piece.tag else inner
