"""item_store, kind memory: what it holds, within which bounds, and what it says when left out."""

from typing import Any

import pytest

from tests.calls import Caller, Json

FULL = {
    "title": "Deploys go out on Tuesdays",
    "summary": "The team agreed on one day a week",
    "content": "Longer story.",
    "tags": ["deploy", "on-call"],
    "type": "decision",
    "visibility": "shared",
    "expiresAt": "2031-01-31T12:00:00Z",
    "weight": 5,
}
DEFAULTS = {
    "content": "",
    "tags": [],
    "type": "fact",
    "visibility": "shared",
    "expiresAt": None,
    "weight": 3,
}


def test_every_field_is_kept(as_owner: Caller) -> None:
    number = as_owner.store("memory", **FULL)
    assert as_owner.get(number)["fields"] == FULL


def test_defaults(as_owner: Caller) -> None:
    number = as_owner.store("memory", title="T", summary="S")
    assert as_owner.get(number)["fields"] == {"title": "T", "summary": "S", **DEFAULTS}


def test_title_and_summary_are_required(as_owner: Caller) -> None:
    number = as_owner.store("memory", **FULL)
    for field in ("title", "summary"):
        for value in (None, "", " ", "\t\n", "\u3000"):
            sent: Json = {"kind": "memory", "fields": {**FULL, field: value}}
            error = as_owner.refused("missing", "item_store", **sent)
            assert error["field"] == field
            assert field in error["message"]
            sent = {"kind": "memory", "number": number, "version": 1, "fields": {field: value}}
            assert as_owner.refused("missing", "item_store", **sent)["field"] == field


AT_THE_BOUND: list[tuple[str, Any]] = [
    ("title", "t" * 200),
    ("title", "🦉" * 200),
    ("summary", "s" * 280),
    ("summary", "日" * 280),
    ("content", "c" * 100_000),
    ("tags", ["a", "b", "c", "d", "e"]),
    ("tags", ["x" * 30]),
    ("weight", 1),
    ("weight", 5),
    ("expiresAt", "1999-12-31T23:59:59Z"),
]


def test_the_bound_itself_is_allowed(as_owner: Caller) -> None:
    for field, value in AT_THE_BOUND:
        got = as_owner.get(as_owner.store("memory", **{**FULL, field: value}), take=40_000)
        assert got["fields"][field] == (value[:40_000] if field == "content" else value)
        assert field != "content" or got["text"]["length"] == len(value)


OUT_OF_BOUNDS: list[tuple[str, Any, str]] = [
    ("title", "t" * 201, "200"),
    ("title", ["a title"], "text"),
    ("title", 7, "text"),
    ("title", True, "text"),
    ("summary", "s" * 281, "280"),
    ("summary", "two\nlines", "line"),
    ("summary", "carriage\rreturn", "line"),
    ("summary", "a bell\x07", "control"),
    ("summary", "next line\x85", "line"),
    ("summary", "a separator\u2028", "line"),
    ("summary", "a paragraph\u2029", "line"),
    ("summary", {"text": "s"}, "text"),
    ("content", "c" * 100_001, "100,000"),
    ("content", 12, "text"),
    ("content", ["lines"], "text"),
    ("tags", ["a", "b", "c", "d", "e", "f"], "5"),
    ("tags", ["x" * 31], "30"),
    ("tags", [""], "tags"),
    ("tags", ["-a"], "a-z"),
    ("tags", ["a-"], "a-z"),
    ("tags", ["a--b"], "a-z"),
    ("tags", ["two words"], "a-z"),
    ("tags", ["snake_case"], "a-z"),
    ("tags", ["größe"], "a-z"),
    ("tags", ["a\n"], "a-z"),
    ("tags", [7], "a-z"),
    ("tags", [None], "a-z"),
    ("tags", "deploy", "list"),
    ("tags", {"deploy": True}, "list"),
    ("type", "idea", "handoff"),
    ("type", "Fact", "decision"),
    ("type", ["fact"], "preference"),
    ("visibility", "public", "private, shared"),
    ("visibility", True, "private, shared"),
    ("expiresAt", "tomorrow", "ISO 8601"),
    ("expiresAt", "2031-02-30", "ISO 8601"),
    ("expiresAt", "2031-01-01🦉12:00", "ISO 8601"),
    ("expiresAt", 1_900_000_000, "ISO 8601"),
    ("expiresAt", "", "ISO 8601"),
    ("expiresAt", "0001-01-01T00:00:00+14:00", "ISO 8601"),
    ("weight", 0, "1"),
    ("weight", 6, "5"),
    ("weight", -3, "1"),
    ("weight", 10**40, "5"),
    ("weight", 2.5, "whole number"),
    ("weight", True, "whole number"),
    ("weight", "heavy", "whole number"),
    ("weight", [3], "whole number"),
]


def test_what_is_out_of_bounds_is_refused(as_owner: Caller) -> None:
    for field, value, named in OUT_OF_BOUNDS:
        error = as_owner.refused("invalid", "item_store", kind="memory", fields={**FULL, field: value})
        assert error["field"] == field
        assert named in error["message"]
    assert as_owner.numbers("memory") == []


def test_tags_are_lower_cased_and_de_duplicated(as_owner: Caller) -> None:
    for sent, kept in (
        (["Alpha", "alpha", "ALPHA"], ["alpha"]),
        (["b-2", "A-1", "b-2"], ["b-2", "a-1"]),
        (["a", "b", "c", "d", "e", "A", "B"], ["a", "b", "c", "d", "e"]),
        ([], []),
        (["0"], ["0"]),
    ):
        assert as_owner.get(as_owner.memory(tags=sent))["fields"]["tags"] == kept


def test_expiry_is_normalised_to_utc(as_owner: Caller) -> None:
    for sent, kept in (
        ("2031-01-31", "2031-01-31T00:00:00Z"),
        ("2031-01-31T12:00:00Z", "2031-01-31T12:00:00Z"),
        ("2031-01-31T12:00:00+02:00", "2031-01-31T10:00:00Z"),
        ("2031-01-31T12:00", "2031-01-31T12:00:00Z"),
        ("2031-01-31T12:00:00.999Z", "2031-01-31T12:00:00Z"),
    ):
        assert as_owner.get(as_owner.memory(expiresAt=sent))["fields"]["expiresAt"] == kept


def test_weight_in_any_form(as_owner: Caller) -> None:
    for weight in (4, 4.0, "4"):
        assert as_owner.get(as_owner.memory(weight=weight))["fields"]["weight"] == 4


@pytest.mark.parametrize("fixed", ["private", "shared"])
def test_visibility_is_fixed_after_creation(as_owner: Caller, fixed: str) -> None:
    number = as_owner.memory(visibility=fixed)
    other = "shared" if fixed == "private" else "private"
    error = as_owner.refused(
        "invalid", "item_store", kind="memory", number=number, version=1, fields={"visibility": other}
    )
    assert error["field"] == "visibility"
    same = as_owner.change("memory", number, 1, visibility=fixed, title="Other")
    assert same["version"] == 2
    assert as_owner.get(number)["fields"]["visibility"] == fixed


def test_unknown_fields_are_named_and_refused(as_owner: Caller) -> None:
    error = as_owner.refused("unknown_field", "item_store", kind="memory", fields={**FULL, "status": "open"})
    assert error["allowed"] == [
        "title", "summary", "content", "tags", "type", "visibility", "expiresAt", "weight", "parent",
    ]  # fmt: skip
    assert "'status'" in error["message"]
    assert all(name in error["message"] for name in error["allowed"])
    assert as_owner.numbers("memory") == []


def test_an_unknown_field_counts_with_null_too(as_owner: Caller) -> None:
    as_owner.refused("unknown_field", "item_store", kind="memory", fields={**FULL, "status": None})
