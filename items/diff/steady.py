"""Which lines of two texts stay, the same on every machine and day: for merges, where the answer decides something.

What is unique on both sides tells most, so texts are cut there first. Between the cuts the fewest edits are found,
where a line changed in its place is one edit; a longest common subsequence would rather call it a line added here and
one removed wherever an equal one stands. Sizes alone bound the work, and what is beyond them counts as replaced.
"""

from collections.abc import Iterator
from itertools import pairwise

from items.diff.aligning import Pair, Run, runs

_COMPARED = 40_000  # lines of a stretch, on both sides, up to which it is looked into
_CUTS = 4  # times that a stretch is cut anew: each looks at every line
_TABLE = 25_000_000  # pairs of lines up to which the fewest edits are found: in some 50 ms and 7 MB


def same_lines(before: list[str], after: list[str]) -> list[Run]:
    """Runs of lines (place before, place after, how many) that stay, in order; the rest was removed or added."""
    # A character a line: a million fit, and two texts of 100,000 characters have fewer.
    codes = {line: chr(number) for number, line in enumerate({*before, *after})}
    old, new = ("".join([codes[line] for line in lines]) for lines in (before, after))
    return list(_joined(sorted(runs(old, new, _Bounded()))))


def _joined(found: list[Run]) -> Iterator[Run]:
    ends = [
        place
        for place, ((i, j, length), (i_next, j_next, _)) in enumerate(pairwise([*found, (-1, -1, 0)]), 1)
        if (i_next, j_next) != (i + length, j + length)
    ]
    for start, end in pairwise([0, *ends]):
        yield (*found[start][:2], sum(length for _, _, length in found[start:end]))


class _Bounded:
    def cuts(self, before: str, after: str, depth: int) -> bool:
        return depth < _CUTS and len(before) + len(after) <= _COMPARED

    def exact(self, before: str, after: str) -> Iterator[Run]:
        if len(before) * len(after) <= _TABLE:
            yield from ((i, j, 1) for i, j in fewest_edits(before, after))


def fewest_edits(before: str, after: str) -> list[Pair]:
    """The places (before, after) of the characters that stay when the fewest are replaced, removed and added."""
    if len(before) > len(after):  # rows of the shorter one
        return [(i, j) for j, i in fewest_edits(after, before)]
    found = []
    rises, falls = _rows(before, after)
    i, j = len(before) - 1, len(after) - 1
    while i >= 0 and j >= 0:
        if rises[j] >> i & 1:
            i -= 1
        elif j and falls[j - 1] >> i & 1:
            j -= 1
        else:
            if before[i] == after[j]:
                found.append((i, j))
            i, j = i - 1, j - 1
    return found


def _rows(before: str, after: str) -> tuple[list[int], list[int]]:
    """The table of distances: for each character of ``after``, where the distance rises and falls along ``before``.

    A row is two large integers, so that one step does all of it (H. Hyyrö, "A Bit-Vector Algorithm for Computing
    Levenshtein and Damerau Edit Distances", 2003).
    """
    places: dict[str, int] = {}
    for place, character in enumerate(before):
        places[character] = places.get(character, 0) | 1 << place
    every = (1 << len(before)) - 1
    rise, fall = every, 0
    rises, falls = [], []
    for character in after:
        equal = places.get(character, 0)
        straight = ((equal & rise) + rise ^ rise) | equal | fall
        up = (fall | ~(straight | rise)) << 1 | 1
        down = (straight & rise) << 1
        rise, fall = (down | ~(straight | up)) & every, up & straight & every
        rises.append(rise)
        falls.append(fall)
    return rises, falls
