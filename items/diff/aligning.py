"""Which units (lines, words) of two texts stay: one engine for both, bounded by a deadline.

diff-match-patch does the exact work, since it stops at a deadline; difflib doesn't, is quadratic on repeated units, and
ignores the frequent ones to avoid that. Two of its steps that no deadline stops are switched off, and what would be
slow for it is made small first: units that one side lacks are left out, and large stretches are cut at what is unique
on both sides. `items.diff.steady` has the other bound, for answers that must not depend on a clock.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Protocol

from diff_match_patch import diff_match_patch

SECONDS = 0.3  # for one text's lines, and again for all its words
_EXACT = 40_000  # pairs of units up to which a stretch is compared exactly at once
_WIDTHS = (1, 4)  # units in a row that must be unique to cut there

Pair = tuple[int, int]
Run = tuple[int, int, int]


def deadline_from_now() -> float:
    """In this thread's processor time, so that a busy machine makes no text's marks coarser."""
    return time.thread_time() + SECONDS


def same_units(before: Sequence[str], after: Sequence[str], deadline: float) -> list[Pair]:
    """The places (before, after) of the units that stay, in order; the rest was removed or added.

    Past the deadline what isn't yet compared counts as replaced.
    """
    shared = set(before) & set(after)
    # A character a unit. A million fit, and more than two texts of 100,000 characters have; the surrogates among them
    # are harmless, since nothing encodes them.
    codes = {unit: chr(number) for number, unit in enumerate(shared)}
    old = [place for place, unit in enumerate(before) if unit in shared]
    new = [place for place, unit in enumerate(after) if unit in shared]
    found = runs(
        "".join(codes[before[place]] for place in old), "".join(codes[after[place]] for place in new), _Timed(deadline)
    )
    return sorted((old[i + step], new[j + step]) for i, j, length in found for step in range(length))


class Way(Protocol):
    """What becomes of two stretches that share neither their first nor their last unit."""

    def cuts(self, before: str, after: str, depth: int) -> bool:
        """Whether to look for unique units and go on between them; ``depth`` is how often that was done."""

    def exact(self, before: str, after: str) -> Iterable[Run]:
        """The runs that stay in stretches that aren't cut."""


class _Bounded(diff_match_patch):  # type: ignore[misc]  # it has no types
    def diff_halfMatch(self, text1: str, text2: str) -> None:  # noqa: N802
        """Off: quadratic on repeated units, whatever the deadline."""

    def diff_cleanupMerge(self, diffs: list[tuple[int, str]]) -> None:  # noqa: N802
        """Off: quadratic in the number of changes, and only what stays is read."""


_MYERS = _Bounded()


class _Timed:
    def __init__(self, deadline: float) -> None:
        self.deadline = deadline

    def cuts(self, before: str, after: str, depth: int) -> bool:  # noqa: ARG002
        return len(before) * len(after) > _EXACT and time.thread_time() < self.deadline

    def exact(self, before: str, after: str) -> Iterator[Run]:
        seconds = self.deadline - time.thread_time()
        if seconds <= 0:
            return
        i = j = 0
        for kind, text in _MYERS.diff_main(before, after, False, time.time() + seconds):
            length = len(text)
            if kind == _MYERS.DIFF_EQUAL:
                yield i, j, length
            i += length if kind != _MYERS.DIFF_INSERT else 0
            j += length if kind != _MYERS.DIFF_DELETE else 0


def runs(before: str, after: str, way: Way) -> Iterator[Run]:
    """Runs (place before, place after, length) that stay, in any order; a character stands for a unit."""
    todo = [(0, len(before), 0, len(after), 0)]
    while todo:
        i, i_end, j, j_end, depth = todo.pop()
        old, new = before[i:i_end], after[j:j_end]
        head = _MYERS.diff_commonPrefix(old, new)
        old, new = old[head:], new[head:]
        tail = _MYERS.diff_commonSuffix(old, new)
        if head:
            yield i, j, head
        if tail:
            yield i_end - tail, j_end - tail, tail
            old, new = old[:-tail], new[:-tail]
        if not old or not new:
            continue
        i, j = i + head, j + head
        cuts = _cuts(old, new) if way.cuts(old, new, depth) else []
        if not cuts:
            yield from ((i + x, j + y, length) for x, y, length in way.exact(old, new))
            continue
        ends = [(i + x, j + y) for x, y in cuts]
        # Each stretch begins at a cut, whose unit is then part of its common beginning.
        starts, ends = [(i, j), *ends], [*ends, (i + len(old), j + len(new))]
        todo += [(x, x_end, y, y_end, depth + 1) for (x, y), (x_end, y_end) in zip(starts, ends, strict=True)]


def _cuts(before: str, after: str) -> list[Pair]:
    """Where both sides have the same unique run of units; the most that stand in one order (patience diff)."""
    for width in _WIDTHS:
        old, new = _unique(before, width), _unique(after, width)
        found = [(place, new[run], 1) for run, place in old.items() if run in new]
        if found:
            cuts = in_order(found)
            # What follows a cut at once is part of the same beginning.
            return [cut for last, cut in pairwise([(-1, -1), *cuts]) if cut != (last[0] + 1, last[1] + 1)]
    return []


def _unique(text: str, width: int) -> dict[str, int]:
    """The runs that occur once, with their places, in order."""
    runs = [text[place : place + width] for place in range(len(text) - width + 1)]
    counts = Counter(runs)
    return {run: place for place, run in enumerate(runs) if counts[run] == 1}


def in_order(pairs: Iterable[tuple[int, int, int]]) -> list[Pair]:
    """Of pairs (before, after, weight) those that ascend on both sides and weigh the most together."""
    ends: list[int] = []  # places on the right, ascending, each with the heaviest chain that ends there or before
    chains: list[tuple[int, Any]] = []  # weight, (pair, the chain before it)
    for left, right, weight in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        at = bisect_left(ends, right)
        before, chain = chains[at - 1] if at else (0, None)
        total = before + weight
        if at < len(ends) and ends[at] == right and chains[at][0] >= total:
            continue
        lighter = at
        while lighter < len(ends) and chains[lighter][0] <= total:
            lighter += 1
        ends[at:lighter] = [right]
        chains[at:lighter] = [(total, ((left, right), chain))]
    found = []
    chain = chains[-1][1] if chains else None
    while chain is not None:
        pair, chain = chain
        found.append(pair)
    return found[::-1]
