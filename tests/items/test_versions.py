"""Every content change checks the version, and says who was faster."""

from typing import Any

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.factories import acting

# kind, a first change, and one that comes too late
CHANGES = [
    ("memory", {"content": "new"}, {"title": "late"}),
    ("page", {"content": "new"}, {"title": "late"}),
    ("task", {"priority": "high"}, {"title": "late"}),
]


def _new(caller: Caller, kind: str) -> int:
    number: int = caller.store(kind, title="T", **({"summary": "S"} if kind == "memory" else {}))
    return number


@pytest.mark.parametrize(("kind", "first", "late"), CHANGES)
def test_a_version_too_old_is_a_conflict(
    as_owner: Caller, as_moderator: Caller, kind: str, first: dict[str, Any], late: dict[str, Any]
) -> None:
    number = _new(as_owner, kind)
    assert as_moderator.change(kind, number, 1, **first) == {"outcome": "published", "number": number, "version": 2}
    error = as_owner.refused("conflict", "item_store", kind=kind, number=number, version=1, fields=late)
    assert error["version"] == 2
    assert error["changedFields"] == list(first)
    assert error["changedBy"] == "Bea"
    assert f"#{number} is at version 2, you sent 1" in error["message"]
    assert as_owner.get(number)["fields"]["title"] == "T"
    assert as_owner.change(kind, number, 2, **late)["version"] == 3


@pytest.mark.parametrize(("kind", "first", "late"), CHANGES)
def test_the_version_is_required(as_owner: Caller, kind: str, first: dict[str, Any], late: dict[str, Any]) -> None:
    number = _new(as_owner, kind)
    error = as_owner.refused("missing", "item_store", kind=kind, number=number, fields=late)
    assert error["field"] == "version"
    assert as_owner.get(number)["version"] == 1


def test_changed_fields_are_those_since_the_version_sent(as_owner: Caller) -> None:
    number = as_owner.task()
    as_owner.change("task", number, 1, title="B")
    as_owner.change("task", number, 2, priority="high", tags=["x"])
    as_owner.change("task", number, 3, priority="low")
    late = {"kind": "task", "number": number, "fields": {"title": "late"}}
    assert as_owner.refused("conflict", "item_store", version=3, **late)["changedFields"] == ["priority"]
    assert sorted(as_owner.refused("conflict", "item_store", version=2, **late)["changedFields"]) == [
        "priority", "tags",
    ]  # fmt: skip
    everything = as_owner.refused("conflict", "item_store", version=1, **late)["changedFields"]
    assert sorted(everything) == ["priority", "tags", "title"]


def test_another_than_the_current_one_is_a_conflict(as_owner: Caller) -> None:
    values: list[Any] = [0, 2, 99, 2**31 - 1]
    for version in values:
        number = as_owner.task()
        sent = {"kind": "task", "number": number, "version": version, "fields": {"title": "B"}}
        assert as_owner.refused("conflict", "item_store", **sent)["version"] == 1


def test_what_is_no_version_is_invalid(as_owner: Caller) -> None:
    values: list[Any] = [-1, 1.5, True, "one", [1], {"version": 1}, 10**40, ""]
    for version in values:
        number = as_owner.task()
        sent = {"number": number, "version": version}
        error = as_owner.refused("invalid", "item_store", kind="task", fields={"title": "B"}, **sent)
        assert error["field"] == "version"
        assert as_owner.refused("invalid", "item_action", action="claim", **sent)["field"] == "version"
        relating = {"action": "relate", "relation": "related", "target": as_owner.task()}
        assert as_owner.refused("invalid", "item_action", **relating, **sent)["field"] == "version"
        assert as_owner.get(number)["version"] == 1


def test_a_new_item_takes_no_version(as_owner: Caller) -> None:
    sent = {"kind": "task", "fields": {"title": "T"}}
    assert as_owner.refused("invalid", "item_store", version=3, **sent)["field"] == "version"
    assert as_owner.numbers("task") == []


@pytest.mark.parametrize(
    ("kind", "stored", "same"),
    [
        ("task", {"title": "T", "tags": ["a"]}, {"title": "T"}),
        ("task", {"title": "T", "tags": ["a"]}, {"tags": ["A", "a"]}),
        ("task", {"title": "T"}, {"summary": ""}),
        ("task", {"title": "T"}, {"assignee": None, "content": None}),
        ("page", {"title": "T"}, {"content": ""}),
        ("memory", {"title": "T", "summary": "S"}, {"weight": "3", "visibility": "shared"}),
        ("memory", {"title": "T", "summary": "S", "expiresAt": "2031-01-01"}, {"expiresAt": "2031-01-01T01:00+01:00"}),
    ],
)
def test_a_change_of_nothing_is_unchanged(
    as_owner: Caller, kind: str, stored: dict[str, Any], same: dict[str, Any]
) -> None:
    number = as_owner.store(kind, **stored)
    before = as_owner.get(number)
    expected = {"outcome": "published", "number": number, "version": 1, "unchanged": True}
    assert as_owner.change(kind, number, 1, **same) == expected
    assert as_owner.get(number) == before
    assert len(as_owner.get(number, history=True)["versions"]) == 1
    as_owner.refused("conflict", "item_store", kind=kind, number=number, version=7, fields=same)


def test_no_fields_change_nothing(as_owner: Caller) -> None:
    number = as_owner.task()
    assert as_owner.change("task", number)["unchanged"] is True
    assert as_owner.get(number)["version"] == 1


@pytest.mark.parametrize("action", ["claim", "complete", "block", "unblock"])
def test_task_actions_need_the_current_version(as_owner: Caller, as_moderator: Caller, action: str) -> None:
    number = as_owner.task()
    as_moderator.change("task", number, 1, priority="high")
    sent = {"number": number, "action": action, "reason": "why"}
    assert as_owner.refused("missing", "item_action", **sent)["field"] == "version"
    error = as_owner.refused("conflict", "item_action", version=1, **sent)
    assert (error["version"], error["changedFields"], error["changedBy"]) == (2, ["priority"], "Bea")
    assert as_owner.call("item_action", version=2, **sent)["number"] == number


@pytest.mark.parametrize("kind", ["memory", "page"])
@pytest.mark.parametrize("action", ["archive", "restore"])
def test_archive_and_restore_need_the_current_version(as_owner: Caller, kind: str, action: str) -> None:
    number = _new(as_owner, kind)
    as_owner.change(kind, number, 1, content="new")
    sent = {"number": number, "action": action}
    assert as_owner.refused("missing", "item_action", **sent)["field"] == "version"
    assert as_owner.refused("conflict", "item_action", version=1, **sent)["version"] == 2
    assert as_owner.call("item_action", version=2, **sent)["number"] == number


def test_who_changed_it(as_owner: Caller, as_writer: Caller) -> None:
    number = as_owner.task()
    as_writer.change("task", number, 1, title="B")
    got = as_owner.get(number)
    assert got["createdBy"]["name"] == "Ada"
    assert got["createdBy"]["via"]["ref"] == as_owner.ref
    assert got["updatedBy"] == {
        "ref": f"user:{as_writer.actor.user_id}",
        "name": "Chi",
        "via": {"ref": as_writer.ref, "name": "claude-code"},
    }
    assert got["reviewedBy"] is None


def test_a_person_has_no_via(project: Project, owner: User) -> None:
    ada = Caller(acting(owner), project.id)
    number = ada.task()
    assert ada.get(number)["createdBy"] == {"ref": f"user:{owner.id}", "name": "Ada"}
