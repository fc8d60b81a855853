"""item_store, kind page."""

from typing import Any

from tests.calls import Caller

FULL = {"title": "Runbook", "content": "# Steps", "summary": "How to restart", "tags": ["ops"]}


def test_every_field_is_kept(as_owner: Caller) -> None:
    number = as_owner.store("page", **FULL)
    assert as_owner.get(number)["fields"] == {**FULL, "position": 0}


def test_defaults(as_owner: Caller) -> None:
    number = as_owner.store("page", title="T")
    expected = {"title": "T", "content": "", "summary": None, "tags": [], "position": 0}
    assert as_owner.get(number)["fields"] == expected


def test_title_is_required(as_owner: Caller) -> None:
    number = as_owner.page()
    for title in (None, "", "  \n"):
        assert as_owner.refused("missing", "item_store", kind="page", fields={"title": title})["field"] == "title"
        as_owner.refused("missing", "item_store", kind="page", number=number, version=1, fields={"title": title})


OUT_OF_BOUNDS: list[tuple[str, Any, str]] = [
    ("title", "t" * 201, "200"),
    ("content", "c" * 100_001, "100,000"),
    ("summary", "s" * 281, "280"),
    ("summary", "two\nlines", "line"),
    ("tags", ["No!"], "a-z"),
    ("position", -1, "position"),
    ("position", 1.5, "position"),
    ("position", True, "position"),
    ("position", "first", "position"),
    ("position", [0], "position"),
    ("position", 10**40, "position"),
    ("parent", "none", "parent"),
    ("parent", True, "parent"),
    ("parent", 0, "parent"),
    ("parent", 2.5, "parent"),
    ("parent", {"number": 1}, "parent"),
    ("parent", 10**40, "parent"),
    ("parent", 77, "parent"),
]


def test_what_is_out_of_bounds_is_refused(as_owner: Caller) -> None:
    for field, value, named in OUT_OF_BOUNDS:
        error = as_owner.refused("invalid", "item_store", kind="page", fields={**FULL, field: value})
        assert error["field"] == field
        assert named in error["message"]
    assert as_owner.numbers("page") == []


def test_a_long_page_needs_no_summary(as_owner: Caller) -> None:
    number = as_owner.page(content="c" * 5_000)
    assert as_owner.get(number)["fields"]["summary"] is None


def test_fields_of_other_kinds_are_refused(as_owner: Caller) -> None:
    for name in ("status", "type", "visibility", "weight", "number", "version", "kind"):
        error = as_owner.refused("unknown_field", "item_store", kind="page", fields={**FULL, name: "open"})
        assert error["allowed"] == ["title", "content", "summary", "tags", "parent", "position"]
