"""Two states of any kind, field by field: nobody has to know which kind it is."""

from typing import Any

import pytest

from items.diff import Comparison, FieldChange, TextDiff, compare
from items.kinds import KINDS
from items.kinds.base import Kind

TASK, MEMORY = KINDS["task"], KINDS["memory"]
MARKS = {"same": "{}", "del": "[-{}-]", "ins": "{{+{}+}}"}


def marked(comparison: Comparison) -> dict[str, str]:
    """What changed in the short fields, with the marks of wdiff."""
    return {
        change.name: "".join(MARKS[kind].format(text) for kind, text in change.segments) for change in comparison.short
    }


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_field_in_the_kinds_order(kind: Kind) -> None:
    comparison = compare(kind, {}, {})
    assert [field.name for field in comparison.fields] == list(kind.state.model_fields)
    assert not comparison.changed
    assert [field.name for field in comparison.fields if isinstance(field, TextDiff)] == ["content"]


def test_what_changed_and_what_didnt() -> None:
    before = {**MEMORY.empty, "title": "Cache", "summary": "Warmed at first use", "content": "One", "tags": ["a"]}
    comparison = compare(MEMORY, before, {**before, "summary": "Warmed on deploy", "content": "Two"})
    assert [(field.name, field.changed) for field in comparison.fields] == [
        ("title", False), ("summary", True), ("content", True), ("tags", False), ("type", False),
        ("visibility", False), ("expiresAt", False), ("weight", False),
    ]  # fmt: skip
    assert marked(comparison) == {"summary": "Warmed [-at first use-]{+on deploy+}"}
    assert [text.name for text in comparison.texts] == ["content"]
    assert comparison.unchanged == ["title", "tags", "type", "visibility", "weight"]


@pytest.mark.parametrize(
    ("name", "before", "after", "shown"),
    [
        ("title", "Old name", "New name", "[-Old-]{+New+} name"),
        ("summary", None, "Now there", "{+Now there+}"),
        ("summary", "Was there", None, "[-Was there-]"),
        ("blockedReason", "the vendor sleeps", "the vendor wakes", "the vendor [-sleeps-]{+wakes+}"),
        ("status", "open", "in_progress", "[-open-] → {+in_progress+}"),
        ("assignee", None, "user:abc", "{+user:abc+}"),
        ("tags", ["a", "b"], ["b", "c"], "b, [-a-], {+c+}"),
        ("tags", [], ["a", "b"], "{+a+}, {+b+}"),
        ("tags", ["a", "b"], ["b", "a"], "[-a, b-] → {+b, a+}"),
    ],
)
def test_a_short_field(name: str, before: Any, after: Any, shown: str) -> None:
    assert marked(compare(TASK, {name: before}, {name: after})) == {name: shown}


def test_a_value_is_shown_whole() -> None:
    before, after = (
        {"expiresAt": "2031-01-31T00:00:00Z", "weight": 3},
        {"expiresAt": "2031-02-28T00:00:00Z", "weight": 4},
    )
    assert marked(compare(MEMORY, before, after)) == {
        "expiresAt": "[-2031-01-31T00:00:00Z-] → {+2031-02-28T00:00:00Z+}",
        "weight": "[-3-] → {+4+}",
    }


def test_what_became_of_the_tags() -> None:
    [tags] = compare(TASK, {"tags": ["a", "b"]}, {"tags": ["b", "c", "d"]}).short
    assert (tags.kept, tags.removed, tags.added) == (("b",), ("a",), ("c", "d"))
    assert (tags.before, tags.after) == (["a", "b"], ["b", "c", "d"])


def test_references_by_name() -> None:
    names = {"user:abc": "Ada", "agent:def": "claude-code (Ada)"}
    comparison = compare(TASK, {"assignee": "user:abc"}, {"assignee": "agent:def"}, names=names)
    assert marked(comparison) == {"assignee": "[-Ada-] → {+claude-code (Ada)+}"}
    assert marked(
        compare(TASK, {"assignee": "user:1"}, {"assignee": "user:2"}, names={"user:1": "A", "user:2": "A"})
    ) == {
        "assignee": "[-A-] → {+A+}"  # two people may have one name
    }


def test_names_as_people_read_them() -> None:
    labels = {field.name: field.label for field in compare(MEMORY, {}, {}).fields}
    assert labels["expiresAt"] == "expires at"


def test_a_field_that_an_older_shape_lacks_has_its_default() -> None:
    whole = {**MEMORY.empty, "title": "T", "summary": "S"}
    older = {name: value for name, value in whole.items() if name not in ("weight", "tags", "content")}
    assert not compare(MEMORY, older, whole).changed
    assert not compare(MEMORY, {**older, "tags": None}, whole).changed
    assert marked(compare(MEMORY, older, {**whole, "weight": 5})) == {"weight": "[-3-] → {+5+}"}


def test_a_field_that_the_model_lacks_today_is_compared_too() -> None:
    before = {"title": "T", "mood": "calm", "parts": {"a": [1]}}
    comparison = compare(TASK, before, {"title": "T", "mood": "wild"})
    assert marked(comparison) == {"mood": "[-calm-] → {+wild+}", "parts": '[-{"a": [1]}-]'}
    assert [field.name for field in comparison.fields][-2:] == ["mood", "parts"]


@pytest.mark.parametrize("odd", [None, 7, ["x"], {"a": 1}, True, "text"])
@pytest.mark.parametrize("name", ["title", "content", "tags", "weight"])
def test_a_value_of_another_shape_breaks_nothing(name: str, odd: Any) -> None:
    for before, after in ((odd, "x"), ("x", odd), (odd, odd), (odd, ["y"])):
        [field] = [field for field in compare(MEMORY, {name: before}, {name: after}).fields if field.name == name]
        assert isinstance(field, FieldChange | TextDiff)
        assert field.changed is False or before != after
