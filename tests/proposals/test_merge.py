"""A proposal and an item that moved on: both changes or a conflict, and never less than either side said."""

import random
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from items.diff.lines import whole_lines
from items.diff.steady import same_lines
from items.kinds import KINDS
from proposals.merge import Merge, merge

Hunk = tuple[int, int, list[str]]  # lines of the base from, to, and what stands in their place

MEMORY = {"title": "Cache", "summary": "How it is filled.", "content": "one\n", "tags": ["cache"], "type": "fact",
          "visibility": "shared", "expiresAt": None, "weight": 3}  # fmt: skip

# Few lines, so that texts share and repeat them; with and without ends, of both kinds, and with other separators.
LINES = st.sampled_from(["one\n", "two\n", "three\n", "\n", "\n", "}\n", "one\r\n", "\r\n", "a\rb\n", "\u2028\x0b\n"])
TEXTS = st.builds("{}{}".format, st.lists(LINES, max_size=12).map("".join), st.sampled_from(["", "", "one", "end"]))


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """A few lines of the text replaced, removed or added to."""
    lines = whole_lines(text)
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(lines)))
        lines[start : start + draw(st.integers(0, 2))] = draw(st.lists(LINES, max_size=2))
    return "".join(lines)


@st.composite
def sides(draw: st.DrawFn) -> tuple[str, str, str]:
    base = draw(TEXTS)
    return base, draw(edited(base) | TEXTS), draw(edited(base) | TEXTS)


def of_texts(base: str, now: str, proposed: str) -> Merge:
    return merge(KINDS["instructions"], {"content": base}, {"content": now}, {"content": proposed})


def merged(base: str, now: str, proposed: str) -> str | None:
    """The text with both changes, None for a conflict."""
    found = of_texts(base, now, proposed)
    assert found.conflicts in ((), ("content",))
    return None if found.conflicts else found.state["content"]


# -- fields ----------------------------------------------------------------------------------------------


def test_each_field_takes_the_side_that_changed_it() -> None:
    now = {**MEMORY, "title": "The cache", "weight": 5, "tags": ["render"]}
    proposed = {**MEMORY, "summary": "Who fills it.", "expiresAt": "2027-01-01T00:00:00Z", "weight": 5}
    both = {**now, "summary": "Who fills it.", "expiresAt": "2027-01-01T00:00:00Z"}
    assert merge(KINDS["memory"], MEMORY, now, proposed) == Merge(both, (), both)


def test_fields_that_both_changed_are_named_in_the_kinds_order() -> None:
    now = {**MEMORY, "weight": 1, "tags": ["cache", "a"], "title": "A", "content": "un\n"}
    proposed = {**MEMORY, "content": "ein\n", "title": "B", "tags": ["cache", "b"], "weight": 5, "summary": "New."}
    found = merge(KINDS["memory"], MEMORY, now, proposed)
    assert found.conflicts == ("title", "content", "tags", "weight")
    assert found.state == {**now, "summary": "New."}
    assert found.draft == proposed


def test_clearing_a_field_is_a_change() -> None:
    dated = {**MEMORY, "expiresAt": "2027-01-01T00:00:00Z"}
    assert merge(KINDS["memory"], dated, MEMORY, dated).state["expiresAt"] is None
    assert merge(KINDS["memory"], dated, dated, MEMORY).state["expiresAt"] is None
    later = {**MEMORY, "expiresAt": "2028-01-01T00:00:00Z"}
    assert merge(KINDS["memory"], dated, MEMORY, later).conflicts == ("expiresAt",)


def test_a_state_of_an_older_shape_has_the_defaults() -> None:
    older = {"title": "Cache", "summary": "How it is filled.", "content": "one\n", "mood": "calm"}
    now = {**MEMORY, "tags": [], "weight": 4}
    found = merge(KINDS["memory"], older, now, {**older, "title": "The cache"})
    assert found.conflicts == ()
    assert found.state == found.draft == {**now, "title": "The cache"}


# -- text ------------------------------------------------------------------------------------------------

CLEAN = {
    "lines apart": ("1\n2\n3\n4\n", "one\n2\n3\n4\n", "1\n2\n3\nfour\n", "one\n2\n3\nfour\n"),
    "one line between": ("1\n2\n3\n", "one\n2\n3\n", "1\n2\nthree\n", "one\n2\nthree\n"),
    "added and removed": ("1\n2\n3\n4\n", "0\n1\n2\n3\n4\n", "1\n2\n3\n", "0\n1\n2\n3\n"),
    "the same insertion": ("1\n2\n", "1\nnew\n2\n", "1\nnew\n2\n", "1\nnew\n2\n"),
    "the same insertion, another change": ("1\n2\n3\n", "1\nnew\n2\n3\n", "1\nnew\n2\nthree\n", "1\nnew\n2\nthree\n"),
    "the same removal": ("1\n2\n3\n4\n5\n", "1\n3\n4\n5\n", "1\n3\n4\nfive\n", "1\n3\n4\nfive\n"),
    "paragraphs": ("a\n\nb\n\nc\n", "A\n\nb\n\nc\n", "a\n\nB\n\nc\n", "A\n\nB\n\nc\n"),
    "the same line in the place of others": ("1\nopen\n2\nopen\n", "1\ndone\n2\nopen\n", "1\nopen\n2\ndone\n",
                                             "1\ndone\n2\ndone\n"),
    # Which of the blank lines was there before, each side tells otherwise; what they did is the same.
    "the same paragraph, read at two places": ("X\n\nY\n", "0\nX\n\nP\n\nY\n", "X\n\nP\n\nY\n", "0\nX\n\nP\n\nY\n"),
    "ends as they are": ("1\r\n2\n3\r\n4", "one\r\n2\n3\r\n4", "1\r\n2\n3\r\nfour", "one\r\n2\n3\r\nfour"),
    "a last newline added": ("1\n2\n3", "1\n2\n3\n", "one\n2\n3", "one\n2\n3\n"),
    "separators inside lines": ("a\u2028b\x0bc\n\n\rd", "A\u2028b\x0bc\n\n\rd", "a\u2028b\x0bc\n\n\rD",
                                "A\u2028b\x0bc\n\n\rD"),
    "emptied by both": ("1\n2\n", "", "", ""),
    "emptied where nothing else changed": ("1\n2\n", "1\n2\n", "", ""),
}  # fmt: skip

CONFLICTS = {
    "one line": ("1\n2\n3\n", "1\ntwo\n3\n", "1\nzwei\n3\n"),
    "words of one line": ("1 2 3\n", "one 2 3\n", "1 2 three\n"),
    "lines next to each other": ("1\n2\n3\n4\n", "1\ntwo\n3\n4\n", "1\n2\nthree\n4\n"),
    "added before a changed line": ("1\n2\n", "1\nnew\n2\n", "1\ntwo\n"),
    "added after a changed line": ("1\n2\n", "1\nnew\n2\n", "one\n2\n"),
    "added beside a removed line": ("1\n2\n3\n", "1\nnew\n2\n3\n", "1\n3\n"),
    "added at one place": ("1\n2\n", "1\nnew\n2\n", "1\nneu\n2\n"),
    "added at the start": ("1\n", "new\n1\n", "neu\n1\n"),
    "added at the end": ("1\n", "1\nnew\n", "1\nneu\n"),
    "one added more": ("1\n2\n", "1\nnew\n2\n", "1\nnew\nneu\n2\n"),
    "removed and changed": ("1\n2\n3\n", "1\n3\n", "1\n2 and more\n3\n"),
    "emptied and changed": ("1\n2\n3\n", "", "1\n2\n3\n4\n"),
    "two first texts": ("", "1\n", "2\n"),
    "a last line without end, continued and followed": ("1\n2", "1\n2 more", "1\n2\n3"),
    "both added after a last line without end": ("1\n2", "1\n2\n3", "1\n2\n4"),
    "all line ends and one line": ("1\n2\n", "1\r\n2\r\n", "one\n2\n"),
    "moved to two places": ("P\n1\n2\n3\n4\n5\n6\n", "1\n2\nP\n3\n4\n5\n6\n", "1\n2\n3\n4\nP\n5\n6\n"),
    "the same addition at two places": ("1\n2\n3\n4\n", "new\n1\n2\n3\n4\n", "1\n2\n3\n4\nnew\n"),
    # Which of the blank lines was there before, each side tells otherwise.
    "the same paragraph, beside a change": ("X\n\nY\n", "x\n\nP\n\nY\n", "X\n\nP\n\nY\n"),
    "two paragraphs at one place": ("X\n\nY\n", "Y\n\nP\n\nY\n", "X\n\nQ\n\nY\n"),
}


@pytest.mark.parametrize("name", CLEAN)
def test_changes_at_different_places_are_both_there(name: str) -> None:
    base, now, proposed, both = CLEAN[name]
    assert merged(base, now, proposed) == both
    assert merged(base, proposed, now) == both


@pytest.mark.parametrize("name", CONFLICTS)
def test_changes_that_touch_conflict(name: str) -> None:
    base, now, proposed = CONFLICTS[name]
    found = of_texts(base, now, proposed)
    assert (found.conflicts, found.state) == (("content",), {"content": now})
    assert of_texts(base, proposed, now).conflicts == ("content",)


def test_a_draft_has_what_was_proposed_where_they_conflict_and_both_changes_elsewhere() -> None:
    found = of_texts("1\n2\n3\n4\n5\n6\n7\n", "one\n2\n3\nfour\n5\n6\n7\n", "1\n2\n3\nvier\nund\n5\n6\nsieben\n")
    assert found.conflicts == ("content",)
    assert found.draft == {"content": "one\n2\n3\nvier\nund\n5\n6\nsieben\n"}


# -- whatever the texts ----------------------------------------------------------------------------------


@settings(max_examples=600, deadline=None)
@given(sides())
def test_neither_side_is_preferred(texts: tuple[str, str, str]) -> None:
    base, now, proposed = texts
    assert merged(base, now, proposed) == merged(base, proposed, now)


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS)
def test_a_change_of_one_side_is_taken_as_it_is(base: str, text: str) -> None:
    for now, proposed in ((base, text), (text, base), (text, text)):
        assert of_texts(base, now, proposed) == Merge({"content": text}, (), {"content": text})


@settings(max_examples=200, deadline=None)
@given(sides())
def test_in_a_conflict_neither_side_is_dropped(texts: tuple[str, str, str]) -> None:
    """What is there stays, and what was proposed is in the draft."""
    base, now, proposed = texts
    found = of_texts(base, now, proposed)
    assume(found.conflicts)
    assert found.state == {"content": now}
    draft = whole_lines(found.draft["content"])
    for line in set(whole_lines(proposed)) - set(whole_lines(base)):
        assert draft.count(line) >= whole_lines(proposed).count(line)


@settings(max_examples=1_000, deadline=None)
@given(sides())
def test_a_merge_is_both_changes_one_after_the_other(texts: tuple[str, str, str]) -> None:
    base, now, proposed = texts
    both = merged(base, now, proposed)
    assume(both is not None)
    ours, theirs = hunks(base, now), hunks(base, proposed)
    # What both did is done once, also where it reads as done at two places beside each other.
    assume(all(hunk == other or not alike(hunk, other) for hunk in ours for other in theirs))
    for first, second in ((ours, theirs), (theirs, ours)):
        after = patched(whole_lines(base), first)
        assert "".join(patched(after, moved([hunk for hunk in second if hunk not in first], first))) == both


PLACES = 24
Changes = dict[int, list[str]]  # place of a line, and what stands there instead


@st.composite
def changes_apart(draw: st.DrawFn) -> tuple[Changes, Changes]:
    """What each side does to lines of which none is next to one that the other side changes."""
    places = draw(st.lists(st.integers(0, PLACES // 2 - 1).map(lambda half: 2 * half), unique=True, max_size=8))
    first = draw(st.sets(st.sampled_from(places))) if places else set()

    def change(place: int) -> list[str]:
        added = [f"new {place}.{number}\n" for number in range(draw(st.integers(0, 2)))]
        return [*added, f"{place}\n"] if added and draw(st.booleans()) else added

    return {place: change(place) for place in first}, {place: change(place) for place in places if place not in first}


@settings(max_examples=300, deadline=None)
@given(changes_apart())
def test_changes_of_lines_apart_are_never_a_conflict_and_nothing_of_them_is_lost(
    changes: tuple[Changes, Changes],
) -> None:
    ours, theirs = changes
    base = text_with({})
    assert merged(base, text_with(ours), text_with(theirs)) == text_with({**ours, **theirs})


@settings(max_examples=200, deadline=None)
@given(place=st.integers(1, PLACES - 2), other=st.integers(-1, 1), added=st.booleans())
def test_a_change_of_a_line_conflicts_with_one_of_it_and_beside_it(place: int, other: int, added: bool) -> None:
    ours = {place: ["ours\n", f"{place}\n"] if added else ["ours\n"]}
    assume(other < 1 or not added)  # what stands before a line isn't beside the next
    assert merged(text_with({}), text_with(ours), text_with({place + other: ["theirs\n"]})) is None


# -- texts made to keep a merge busy ----------------------------------------------------------------------

SIZE = 100_000  # characters of a text
SECONDS = 1.5  # of the processor, on a slow machine; a quarter of it on a usual one
RANDOM = random.Random(11)
HANZI = [chr(0x4E00 + number) for number in range(20_000)]


def at_random(letters: Sequence[str], count: int) -> str:
    return "".join(f"{letter}\n" for letter in RANDOM.choices(letters, k=count))


def with_unique_lines(between: int) -> str:
    """As many lines as are compared; after each that stands once some that don't."""
    lines = (HANZI[n] if n % (between + 1) == 0 else RANDOM.choice("abcdefghijklmnopqrstuvw") for n in range(20_000))
    return "".join(f"{line}\n" for line in lines)


def blocks_in_disorder(size: int) -> str:
    blocks = [RANDOM.sample(HANZI[start : start + size], size) for start in range(0, len(HANZI), size)]
    return "".join(f"{line}\n" for block in blocks for line in block)


HOSTILE: dict[str, Callable[[], str]] = {
    "blank lines": lambda: "\n" * RANDOM.randrange(SIZE // 2, SIZE),
    "blank lines but for a few": lambda: "".join(RANDOM.choices(("\n", "x\n"), (99, 1), k=SIZE * 9 // 10)),
    "two lines": lambda: at_random("ab", SIZE // 2),
    "two lines, as many as are compared": lambda: at_random("ab", 20_000),
    "eight lines, as many as are compared": lambda: at_random("abcdefgh", 20_000),
    "tables of the largest size": lambda: at_random("ab", 5_000),
    "many lines, all there are": lambda: at_random(HANZI, SIZE // 2),
    "many lines, as many as are compared": lambda: at_random(HANZI, 20_000),
    "every second line unique": lambda: with_unique_lines(1),
    "every third line unique": lambda: with_unique_lines(2),
    "stretches of the largest size": lambda: with_unique_lines(4_999),
    "pairs in disorder": lambda: blocks_in_disorder(2),
    "fours in disorder": lambda: blocks_in_disorder(4),
    "all in disorder": lambda: blocks_in_disorder(20_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_done_in_time(name: str) -> None:
    base, now, proposed = (HOSTILE[name]() for _ in range(3))
    start = time.process_time()
    of_texts(base, now, proposed)
    took = time.process_time() - start
    assert took < SECONDS, f"{took:.2f} s"


# -- what a change is ------------------------------------------------------------------------------------


def text_with(changes: Changes) -> str:
    return "".join("".join(changes.get(place, [f"{place}\n"])) for place in range(PLACES))


def hunks(base: str, text: str) -> list[Hunk]:
    """The text's own changes, at their places in the base."""
    old, new = whole_lines(base), whole_lines(text)
    runs = [(0, 0, 0), *same_lines(old, new), (len(old), len(new), 0)]
    return [
        (i + length, i_next, new[j + length : j_next])
        for (i, j, length), (i_next, j_next, _) in pairwise(runs)
        if (i_next, j_next) != (i + length, j + length)
    ]


def alike(hunk: Hunk, other: Hunk) -> bool:
    """Whether they touch or add an equal line."""
    return (hunk[0] <= other[1] and other[0] <= hunk[1]) or not set(hunk[2]).isdisjoint(other[2])


def patched(lines: list[str], changes: list[Hunk]) -> list[str]:
    for start, end, added in reversed(changes):
        lines = [*lines[:start], *added, *lines[end:]]
    return lines


def moved(changes: list[Hunk], by: list[Hunk]) -> list[Hunk]:
    """The changes where the text already has the others."""
    return [
        (start + shift, end + shift, added)
        for start, end, added in changes
        for shift in [sum(len(new) - (last - first) for first, last, new in by if last <= start)]
    ]
