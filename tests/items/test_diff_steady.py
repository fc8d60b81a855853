"""Which lines stay, where a merge asks: the fewest edits, found the same way each time."""

from functools import cache
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from items.diff.steady import fewest_edits, same_lines

LETTERS = st.text("abc", max_size=8)


def distance(before: str, after: str) -> int:
    """The usual recursive definition."""

    @cache
    def between(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(
            between(i - 1, j) + 1, between(i, j - 1) + 1, between(i - 1, j - 1) + (before[i - 1] != after[j - 1])
        )

    return between(len(before), len(after))


@settings(max_examples=500, deadline=None)
@given(LETTERS, LETTERS)
def test_the_fewest_edits_are_found(before: str, after: str) -> None:
    pairs = [(-1, -1), *reversed(fewest_edits(before, after)), (len(before), len(after))]
    assert all(before[i] == after[j] for i, j in pairs[1:-1])
    gaps = [(i_next - i - 1, j_next - j - 1) for (i, j), (i_next, j_next) in pairwise(pairs)]
    assert all(removed >= 0 and added >= 0 for removed, added in gaps)
    assert sum(map(max, gaps)) == distance(before, after)


@settings(max_examples=300, deadline=None)
@given(st.lists(LETTERS, max_size=12), st.lists(LETTERS, max_size=12))
def test_what_stays_is_equal_and_in_order_and_in_as_few_runs_as_can_be(before: list[str], after: list[str]) -> None:
    last = (0, 0)
    for place, (i, j, length) in enumerate(same_lines(before, after)):
        assert length > 0
        assert before[i : i + length] == after[j : j + length]
        assert i >= last[0]
        assert j >= last[1]
        assert not place or (i, j) != last
        last = (i + length, j + length)


def test_a_line_changed_among_equal_ones_stays_in_its_place() -> None:
    """It isn't one added there, and an equal one far away removed."""
    before, after = ["todo"] * 3_000, ["todo"] * 3_000
    after[100] = after[1_300] = after[2_500] = "done"
    assert same_lines(before, after) == [(0, 0, 100), (101, 101, 1_199), (1_301, 1_301, 1_199), (2_501, 2_501, 499)]


def test_unique_lines_tell_more_than_many_equal_ones() -> None:
    before = ["a", "", "", "", "b"]
    assert same_lines(before, ["b", "", "", "", "c"]) == [(4, 0, 1)]
