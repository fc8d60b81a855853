"""The first changed words of a version, on one line."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from items.diff import changed_words
from items.kinds import KINDS

MEMORY = KINDS["memory"]


def words(before: dict[str, Any], after: dict[str, Any], limit: int = 80) -> str:
    return changed_words(MEMORY, before, after, limit).replace("−", "-")


def test_what_went_and_what_came() -> None:
    before = {"content": "The cache is warmed at first use.\nIt holds 2 GB.\n"}
    after = {"content": "The cache is warmed on deploy.\nIt holds 2 GB.\nNobody clears it.\n"}
    assert words(before, after) == "-at first use +on deploy +Nobody clears it."


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({}, {"title": "Cache", "summary": "Warm"}, "+Cache +Warm"),
        ({"title": "One two"}, {"title": "One three", "content": "x"}, "-two +three +x"),
        ({"weight": 3}, {"weight": 4}, "weight -3 +4"),
        ({"expiresAt": None}, {"expiresAt": "2031-01-01T00:00:00Z"}, "expires at +2031-01-01T00:00:00Z"),
        ({"tags": ["a"]}, {"tags": ["a", "b", "c"]}, "tags +b +c"),
        ({"title": "Same"}, {"title": "Same"}, ""),
        ({"content": "a\n"}, {"content": "a\r\n"}, ""),
        ({"content": "a b"}, {"content": "a \u200b b"}, ""),
        ({"title": "safe \u202ename"}, {"title": "safe name"}, "-name +name"),
    ],
)
def test_each_sort_of_field(before: dict[str, Any], after: dict[str, Any], said: str) -> None:
    assert words(before, after) == said


def test_it_is_cut() -> None:
    assert words({}, {"title": "A title with many words"}, 12) == "+A title wi…"
    assert words({}, {"title": "Short", "content": "long " * 20_000}, 20) == "+Short +long long l…"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.integers(1, 40))
def test_one_printable_line_of_bounded_length(before: str, after: str, limit: int) -> None:
    said = changed_words(MEMORY, {"content": before}, {"content": after}, limit)
    assert len(said) <= limit
    assert said.isprintable() or not (before + after).isprintable()
    assert "\n" not in said
    assert "\u202e" not in said
