"""Line ends survive the way through a browser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conderis.core.line_ends import plain_ends, with_ends_of

LINES = st.lists(st.sampled_from(["a", "b", "\n", "\r", "\r\n", "\u2028", "\x0b"]), max_size=40).map("".join)


def browsed(text: str) -> str:
    return plain_ends(text).replace("\n", "\r\n")


@given(LINES)
def test_an_untouched_text_is_the_same_to_the_character(text: str) -> None:
    assert with_ends_of(text, browsed(text)) == text


@given(LINES, LINES)
def test_a_touched_one_says_what_was_typed(base: str, typed: str) -> None:
    assert plain_ends(with_ends_of(base, browsed(typed))) == plain_ends(typed)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_touched_one_keeps_its_own_ends(end: str) -> None:
    assert with_ends_of(f"a{end}b", "a\r\nnew\r\nb\r\n") == f"a{end}new{end}b{end}"


def test_a_new_one_has_plain_ends() -> None:
    assert with_ends_of("", "a\r\nb") == "a\nb"


def test_mixed_ends_stay_around_what_was_touched() -> None:
    base = "one\r\ntwo\nthree\rfour\nfive\r\n"

    assert with_ends_of(base, browsed(base.replace("three", "3"))) == "one\r\ntwo\n3\r\nfour\nfive\r\n"
