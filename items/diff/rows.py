"""Two texts as rows of lines, and what of them is folded."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from items.diff.aligning import deadline_from_now
from items.diff.lines import Line, lines_of, partners
from items.diff.words import Segment, segments

CHANGES_MAX = 10_000  # changed lines of a folded text: nobody reads more


class Row(NamedTuple):
    """A line of either text or of both; numbers count from 1, None where the text hasn't the line.

    The segments other than "ins" are the line before, those other than "del" the line after. ``ends`` are the line's
    ends in the two texts, ``ends_shown`` says that they tell something. A "fold" stands for ``lines`` unchanged ones, a
    "rest" for all that is left of texts that differ too much.
    """

    kind: Literal["same", "removed", "added", "changed", "fold", "rest"]
    old: int | None = None
    new: int | None = None
    segments: tuple[Segment, ...] = ()
    ends: tuple[str, str] = ("", "")
    ends_shown: bool = False
    lines: int = 1


def rows_of(before: str, after: str) -> Iterator[Row]:
    """Each line of both texts once, in reading order; what was removed stands before what was added in its place."""
    old, new = lines_of(before), lines_of(after)
    texts = [line.text for line in old], [line.text for line in new]
    pairs = partners(*texts, deadline_from_now())
    deadline = deadline_from_now()
    whole = _Whole(old, new)
    for (i, j), (i_next, j_next) in pairwise([(-1, -1), *pairs, (len(old), len(new))]):
        if i >= 0:
            yield _both(old, new, i, j, deadline)
        yield from (whole.removed(place) for place in range(i + 1, i_next))
        yield from (whole.added(place) for place in range(j + 1, j_next))


def _both(old: list[Line], new: list[Line], i: int, j: int, deadline: float) -> Row:
    before, after = old[i], new[j]
    shown = before.end != after.end and (
        bool(before.end and after.end) or (i == len(old) - 1 and j == len(new) - 1)  # the texts' ends, not a middle
    )
    found = segments(before.text, after.text, deadline)
    kind: Literal["same", "changed"] = "changed" if shown or before.text != after.text else "same"
    return Row(kind, i + 1, j + 1, found, (before.end, after.end), shown)


class _Whole:
    """Lines that one text has alone, and whether their ends tell something."""

    def __init__(self, old: list[Line], new: list[Line]) -> None:
        self.old, self.new = old, new
        self.mixed = len({line.end for line in (*old, *new) if line.end}) > 1

    def removed(self, place: int) -> Row:
        line = self.old[place]
        shown = self._shown(line, self.new)
        return Row("removed", place + 1, None, _segment("del", line), (line.end, ""), shown)

    def added(self, place: int) -> Row:
        line = self.new[place]
        shown = self._shown(line, self.old)
        return Row("added", None, place + 1, _segment("ins", line), ("", line.end), shown)

    def _shown(self, line: Line, others: list[Line]) -> bool:
        """A carriage return among lines without, and a last line without an end where the other text has one."""
        if line.end:
            return self.mixed and line.end == "\r\n"
        return bool(others and others[-1].end)


def _segment(kind: Literal["del", "ins"], line: Line) -> tuple[Segment, ...]:
    return (Segment(kind, line.text),) if line.text else ()


def folded(rows: Iterator[Row], context: int) -> Iterator[Row]:
    """The rows, with unchanged stretches of more than twice ``context`` lines as one row that says how many.

    Around a change ``context`` lines stay. After `CHANGES_MAX` changed lines a row "rest" stands for what is left.
    """
    stretches = [(same, list(found)) for same, found in groupby(_bounded(rows), lambda row: row.kind == "same")]
    for number, (same, stretch) in enumerate(stretches):
        if not same or len(stretch) <= 2 * context:
            yield from stretch
            continue
        head = context if number else 0
        tail = context if number < len(stretches) - 1 else 0
        yield from stretch[:head]
        yield Row("fold", lines=len(stretch) - head - tail)
        yield from stretch[len(stretch) - tail :]


def _bounded(rows: Iterator[Row]) -> Iterator[Row]:
    changes = 0
    for row in rows:
        changes += row.kind != "same"
        if changes > CHANGES_MAX:
            yield Row("rest")
            return
        yield row
