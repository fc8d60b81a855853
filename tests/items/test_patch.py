"""One patch rule for every kind: an omitted field is kept, null clears, and is refused for a required one."""

from typing import Any

import pytest

from tests.calls import Caller, Json

MEMORY = {
    "title": "T",
    "summary": "S",
    "content": "C",
    "tags": ["a"],
    "type": "decision",
    "expiresAt": "2031-01-01T00:00:00Z",
    "weight": 5,
    "visibility": "shared",
}
PAGE = {"title": "T", "content": "C", "summary": "S", "tags": ["a"]}
TASK = {"title": "T", "content": "C", "summary": "S", "tags": ["a"], "status": "in_progress", "priority": "high"}


@pytest.mark.parametrize(
    ("kind", "full", "field", "cleared"),
    [
        ("memory", MEMORY, "content", ""),
        ("memory", MEMORY, "tags", []),
        ("memory", MEMORY, "type", "fact"),
        ("memory", MEMORY, "expiresAt", None),
        ("memory", MEMORY, "weight", 3),
        ("page", PAGE, "content", ""),
        ("page", PAGE, "summary", None),
        ("page", PAGE, "tags", []),
        ("task", TASK, "content", ""),
        ("task", TASK, "summary", None),
        ("task", TASK, "tags", []),
        ("task", TASK, "status", "open"),
        ("task", TASK, "priority", "normal"),
    ],
)
def test_null_clears_one_and_keeps_the_others(
    as_owner: Caller, kind: str, full: Json, field: str, cleared: Any
) -> None:
    number = as_owner.store(kind, **full)
    before = as_owner.get(number)["fields"]
    assert as_owner.change(kind, number, 1, **{field: None})["version"] == 2
    assert as_owner.get(number)["fields"] == {**before, field: cleared}


@pytest.mark.parametrize(
    ("kind", "full", "field"),
    [("memory", MEMORY, "title"), ("memory", MEMORY, "summary"), ("page", PAGE, "title"), ("task", TASK, "title")],
)
def test_null_is_refused_for_a_required_one(as_owner: Caller, kind: str, full: Json, field: str) -> None:
    number = as_owner.store(kind, **full)
    error = as_owner.refused("missing", "item_store", kind=kind, number=number, version=1, fields={field: None})
    assert error["field"] == field
    assert as_owner.get(number)["fields"][field] == full[field]


@pytest.mark.parametrize(
    ("kind", "full", "field", "value"),
    [
        ("memory", MEMORY, "content", "other"),
        ("memory", MEMORY, "tags", ["b", "c"]),
        ("memory", MEMORY, "type", "handoff"),
        ("memory", MEMORY, "expiresAt", "2040-05-05T00:00:00Z"),
        ("memory", MEMORY, "weight", 1),
        ("memory", MEMORY, "title", "Other"),
        ("memory", MEMORY, "summary", "Other"),
        ("page", PAGE, "title", "Other"),
        ("page", PAGE, "content", "other"),
        ("task", TASK, "priority", "low"),
        ("task", TASK, "status", "done"),
    ],
)
def test_a_field_changes_alone(as_owner: Caller, kind: str, full: Json, field: str, value: Any) -> None:
    number = as_owner.store(kind, **full)
    before = as_owner.get(number)["fields"]
    as_owner.change(kind, number, 1, **{field: value})
    assert as_owner.get(number)["fields"] == {**before, field: value}
    assert as_owner.get(number, history=True)["versions"][0]["changedFields"] == [field]


def test_a_cleared_assignee_frees_the_task(as_owner: Caller) -> None:
    number = as_owner.task(assignee=as_owner.ref)
    as_owner.change("task", number, 1, assignee=None)
    assert as_owner.get(number)["fields"]["assignee"] is None


def test_null_fields_of_a_new_item_are_left_out(as_owner: Caller) -> None:
    number = as_owner.store("memory", title="T", summary="S", content=None, tags=None, type=None, expiresAt=None,
                            weight=None, visibility=None, parent=None)  # fmt: skip
    plain = as_owner.store("memory", title="T", summary="S")
    assert as_owner.get(number)["fields"] == as_owner.get(plain)["fields"]


def test_the_kind_must_fit_the_item(as_owner: Caller) -> None:
    number = as_owner.memory()
    error = as_owner.refused("invalid", "item_store", kind="task", number=number, version=1, fields={"title": "T"})
    assert error["field"] == "kind"
    assert "memory" in error["message"]
    assert as_owner.get(number)["fields"]["title"] == "A memory"


def test_kind_and_fields_are_required(as_owner: Caller) -> None:
    assert as_owner.refused("missing", "item_store", fields={"title": "T"})["field"] == "kind"
    error = as_owner.refused("missing", "item_store", kind="task")
    assert error["field"] == "fields"
    assert "title" in error["message"]


def test_number_or_ref(as_owner: Caller) -> None:
    number = as_owner.task()
    error = as_owner.refused("invalid", "item_get", number=number, ref="instructions")
    assert error["field"] == "ref"
    assert as_owner.refused("missing", "item_get", projectId=None, number=number)["field"] == "projectId"
    assert as_owner.refused("missing", "item_get")["field"] == "number"
    assert as_owner.refused("missing", "item_get", projectId=None, ref="instructions")["field"] == "projectId"
