"""Word marks: what changed inside a line, in units that people read as one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from items.diff.aligning import same_units

SEGMENTS_MAX = 10_000  # of one line; with more of them marks say nothing, and the line counts as replaced

# Scripts that are written without spaces: a unit is one character with the marks on it.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003fffd"
)
_MARKS = (
    "\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3"
    "\u3099\u309a\u200b-\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef"
)
_CHARACTERS = [chr(code) for code in (*range(0x3100), *range(0xFE10, 0xFF66))]  # where there are blanks and punctuation
_BLANK = {character for character in _CHARACTERS if character.isspace()}
_PUNCTUATION = {
    character
    for character in _CHARACTERS
    if unicodedata.category(character)[0] == "P" or (character < "\x7f" and unicodedata.category(character)[0] == "S")
} - {"_"}
_SILENT = _BLANK | _PUNCTUATION
_CLOSED = re.escape("".join(sorted(_PUNCTUATION)))
# A carriage return is never part of a run of blanks. Whatever is nothing else is part of a word, so that combining
# marks, joiners and the parts of an emoji stay together.
_UNIT = re.compile(rf"\r|[^\S\r]+|[{_CLOSED}]|[{_UNSPACED}][{_MARKS}]*|[^\s{_CLOSED}{_UNSPACED}]+")


class Segment(NamedTuple):
    """A stretch of text that stayed or changed."""

    kind: Literal["same", "del", "ins"]
    text: str


def units(text: str) -> list[str]:
    """The text as words, runs of blanks and single marks of punctuation; joined they are the text."""
    return _UNIT.findall(text)


def words(text: str) -> set[str]:
    """The words of a line, or its punctuation where it has none; of equal ones the second and later are numbered."""
    visible = [unit for unit in units(text) if not unit.isspace()]
    spoken = [unit for unit in visible if unit not in _PUNCTUATION] or visible
    found = set(spoken)
    if len(found) < len(spoken):
        seen: Counter[str] = Counter()
        for word in spoken:
            seen[word] += 1
            if seen[word] > 1:
                found.add(f"{word} {seen[word]}")
    return found


def segments(before: str, after: str, deadline: float) -> tuple[Segment, ...]:
    """The two texts as what stayed, went and came, in reading order; what went stands before what came."""
    if before == after:
        return (Segment("same", before),) if before else ()
    found = tuple(_segments(_joined(_changes(units(before), units(after), deadline))))
    return found if len(found) <= SEGMENTS_MAX else tuple(_segments([_Change([], [before], [after])]))


@dataclass(slots=True)
class _Change:
    """Units that stayed, and what was replaced after them."""

    same: list[str]
    removed: list[str]
    added: list[str]
    weight: int = field(init=False)  # of the heavier side

    def __post_init__(self) -> None:
        self.weight = max(_weight(self.removed), _weight(self.added))

    def take(self, other: "_Change") -> None:
        """Go on to the end of the next change: what stayed between the two counts as replaced by itself."""
        self.removed += other.same + other.removed
        self.added += other.same + other.added
        self.weight += other.weight


def _weight(found: Sequence[str]) -> int:
    """How much units say: their characters without blanks and punctuation."""
    return sum(len(unit) for unit in found if unit[0] not in _SILENT)


def _changes(before: list[str], after: list[str], deadline: float) -> Iterator[_Change]:
    start = 0
    ends = [(-1, -1), *same_units(before, after, deadline), (len(before), len(after))]
    for (i, j), (i_next, j_next) in pairwise(ends):
        if i_next - i > 1 or j_next - j > 1:
            yield _Change(before[start : i + 1], before[i + 1 : i_next], after[j + 1 : j_next])
            start = i_next
    yield _Change(before[start:], [], [])


def _joined(changes: Iterator[_Change]) -> list[_Change]:
    """One change where there is little between two: "at first use" for "on deploy", not word by word around blanks."""
    joined: list[_Change] = []
    for change in changes:
        if joined and 2 * _weight(change.same) < min(joined[-1].weight, change.weight):
            joined[-1].take(change)
        else:
            joined.append(change)
    return joined


def _segments(changes: list[_Change]) -> Iterator[Segment]:
    for change in changes:
        parts = (Segment("same", "".join(change.same)), Segment("del", "".join(change.removed)),
                 Segment("ins", "".join(change.added)))  # fmt: skip
        yield from (part for part in parts if part.text)
