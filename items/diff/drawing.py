"""Rows as a template draws them: numbers, signs, words for who doesn't see colours, and text with its marks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from items.diff.pieces import Piece, html_of, pieces_of
from items.diff.rows import Row
from items.diff.unseen import Named

DRAWN_MAX = 12_000  # rows and pieces of one text: a page with more helps nobody and takes seconds

_ENDS = {
    "\r\n": Named("CR LF", "U+000D CARRIAGE RETURN, U+000A LINE FEED"),
    "\n": Named("LF", "U+000A LINE FEED"),
    "": Named("no newline", "No newline at the end of the text"),
}


class Inline(NamedTuple):
    """A line of either text or both, or ``fold`` unchanged lines, or the ``rest`` that isn't drawn."""

    css: str = ""
    sign: str = ""
    word: str = ""
    old: int | None = None
    new: int | None = None
    pieces: Sequence[Piece] = ()
    fold: int = 0
    rest: bool = False

    @property
    def html(self) -> SafeString:
        return html_of(self.pieces)


class Side(NamedTuple):
    """A line as one text has it; by default the place where it has none."""

    css: str = "is-none"
    sign: str = ""
    word: str = ""
    number: int | None = None
    pieces: Sequence[Piece] = ()

    @property
    def html(self) -> SafeString:
        return html_of(self.pieces)


class Beside(NamedTuple):
    """The line before and the line after; ``fold`` and ``rest`` as in `Inline`."""

    sides: tuple[Side, Side] = (Side(), Side())
    fold: int = 0
    rest: bool = False


_LOOKS = {
    "removed": Inline("is-removed is-whole", "−", "removed"),
    "added": Inline("is-added is-whole", "+", "added"),
    "changed": Inline("is-changed", "±", "changed"),
}
_REMOVED, _ADDED, _SAME = Side("is-removed", "−", "removed"), Side("is-added", "+", "added"), Side("")


def inline(rows: Iterable[Row]) -> Iterator[Inline]:
    """Line below line: a changed one stands once, with what went and what came in it."""
    for row, pieces in _within_bounds(rows):
        look = _LOOKS.get(row.kind, Inline())
        yield look._replace(old=row.old, new=row.new, pieces=pieces, **_instead(row))


def beside(rows: Iterable[Row]) -> Iterator[Beside]:
    """The text before on the left, the text after on the right; what was added stands beside what was removed there."""
    removed: list[Side] = []
    added: list[Side] = []
    for row, pieces in _within_bounds(rows):
        if row.kind == "removed":
            removed.append(_REMOVED._replace(css="is-removed is-whole", number=row.old, pieces=pieces))
        elif row.kind == "added":
            added.append(_ADDED._replace(css="is-added is-whole", number=row.new, pieces=pieces))
        else:
            yield from _both(removed, added)
            removed, added = [], []
            left, right = (_REMOVED, _ADDED) if row.kind == "changed" else (_SAME, _SAME)
            old = [piece for piece in pieces if piece.tag != "ins"]
            new = [piece for piece in pieces if piece.tag != "del"]
            left, right = left._replace(number=row.old, pieces=old), right._replace(number=row.new, pieces=new)
            yield Beside((left, right), **_instead(row))
    yield from _both(removed, added)


def _both(removed: list[Side], added: list[Side]) -> Iterator[Beside]:
    return map(Beside, zip_longest(removed, added, fillvalue=Side()))


def _instead(row: Row) -> dict[str, Any]:
    return {"fold": row.lines if row.kind == "fold" else 0, "rest": row.kind == "rest"}


def _within_bounds(rows: Iterable[Row]) -> Iterator[tuple[Row, list[Piece]]]:
    """Each row with its pieces; past `DRAWN_MAX` a row "rest" stands for what is left."""
    drawn = 0
    for row in rows:
        if drawn >= DRAWN_MAX:
            yield Row("rest"), []
            return
        pieces = [*pieces_of(row.segments, changed=row.kind != "same"), *_of_ends(row)]
        drawn += 1 + sum(len(piece.parts) for piece in pieces)
        yield row, pieces


def _of_ends(row: Row) -> Iterator[Piece]:
    if row.ends_shown and row.kind != "added":
        yield Piece("del", [_ENDS[row.ends[0]]])
    if row.ends_shown and row.kind != "removed":
        yield Piece("ins", [_ENDS[row.ends[1]]])
