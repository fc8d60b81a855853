"""Two changes of one text, line by line."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from merge3 import Merge3

from items.diff.lines import says, whole_lines
from items.diff.steady import same_lines

Sync = tuple[int, int, int, int, int, int]

_ALONE = {(True, False), (False, True)}  # the sides of a change that one of them made


def merge_text(base: str, now: str, proposed: str) -> tuple[str, bool]:
    """The text with both changes and True, or with what was proposed at each conflicting stretch and False.

    A line's end belongs to it, so that a last line without one conflicts with a line added after it, and nothing is
    ever joined to it. The two changes conflict where they touch: in the same line, in lines next to each other (one
    change may rest on what the other takes away), or by adding unlike lines at one place, whose order nobody knows.
    They also conflict where nobody knows which place is meant: where only lines that both changes hold too (a blank
    one, mostly) lie between them, or where both add the same words at different places, which would then stand twice.

    Equal texts always have the same result, and of now and proposed neither is preferred in a merge without conflict.
    """
    merging = _Merge3(whole_lines(base), whole_lines(now), whole_lines(proposed), sequence_matcher=_Matcher)
    groups = list(merging.merge_groups())
    text = "".join(line for group in groups for line in group[-1])  # of a conflict that's what was proposed
    return text, all(group[0] != "conflict" for group in groups)


class _Matcher:
    """In difflib's place, which is quadratic or worse on lines that repeat and leaves out frequent ones."""

    def __init__(
        self,
        isjunk: Callable[[str], bool] | None = None,  # noqa: ARG002  difflib's signature
        a: Sequence[str] = "",
        b: Sequence[str] = "",
        autojunk: bool = True,  # noqa: ARG002
    ) -> None:
        self.blocks = same_lines([*a], [*b])

    def get_matching_blocks(self) -> list[tuple[int, int, int]]:
        return self.blocks


class _Change(NamedTuple):
    """What lies between two stretches of lines that all three texts share."""

    sides: tuple[bool, bool]  # whether now and proposed differ from the base here
    lines: set[str]  # of all three
    added: set[str]  # where the base has none; only those that say something


class _Merge3(Merge3[str]):
    """merge3, where only such lines keep two changes apart as tell their places."""

    def find_sync_regions(self) -> list[Sync]:
        """Without one between two changes merge3 takes them for one, and for a conflict if each side made its own."""
        syncs = super().find_sync_regions()
        changes = list(self._changes(syncs))
        added = [{line for change in changes if change.sides == sides for line in change.added} for sides in _ALONE]
        both = set.intersection(*added)
        twice = [place for place, change in enumerate(changes) if change.added & both]
        joined = range(twice[0], twice[-1]) if twice else ()
        return [
            sync
            for place, sync in enumerate(syncs)
            if sync is syncs[-1] or not (place in joined or self._vague(sync, *changes[place : place + 2]))
        ]

    def _changes(self, syncs: list[Sync]) -> Iterator[_Change]:
        for left, right in pairwise([(0,) * 6, *syncs]):
            base, now, proposed = (
                side[left[1 + 2 * number] : right[2 * number]]
                for number, side in enumerate((self.base, self.a, self.b))
            )
            lines = {*base, *now, *proposed}
            yield _Change((now != base, proposed != base), lines, set() if base else set(filter(says, lines)))

    def _vague(self, sync: Sync, before: _Change, after: _Change) -> bool:
        """Whether the lines between changes of different sides could as well be those that the changes hold."""
        return {before.sides, after.sides} == _ALONE and (before.lines & after.lines).issuperset(
            self.base[sync[0] : sync[1]]
        )
