"""The instructions: one a project, always there, version 0 and empty until first stored."""

from typing import Any

import pytest

from conderis.accounts.models import User
from items.models import Item, Version
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent

REF = {"ref": "instructions"}


def _store(caller: Caller, version: int | None, content: Any, **more: Any) -> Any:
    return caller.call("item_store", kind="instructions", version=version, fields={"content": content}, **more)


def test_before_the_first_store(as_reader: Caller) -> None:
    got = as_reader.call("item_get", **REF)
    assert (got["kind"], got["ref"], got["version"], got["state"]) == ("instructions", "instructions", 0, "active")
    assert got["projectId"] == as_reader.project_id
    assert got["fields"] == {"content": ""}
    assert got["text"] == {"offset": 0, "take": 8000, "length": 0, "nextOffset": None}
    assert (got["parent"], got["children"], got["relations"]) == (None, [], [])


def test_their_history_is_empty_before(as_reader: Caller) -> None:
    assert as_reader.call("item_get", **REF, history=True) == {"versions": [], "nextOffset": None}
    as_reader.refused("not_found", "item_get", **REF, version=1)


def test_reading_makes_no_row(as_reader: Caller) -> None:
    as_reader.call("item_get", **REF)
    as_reader.text("recall")
    assert not Item.objects.exists()


@pytest.mark.parametrize("named", [{}, REF])
def test_the_first_store_is_on_version_0(as_moderator: Caller, named: dict[str, str]) -> None:
    assert _store(as_moderator, 0, "Be kind.", **named) == {
        "outcome": "published", "ref": "instructions", "version": 1,
    }  # fmt: skip
    assert as_moderator.call("item_get", **REF)["fields"]["content"] == "Be kind."
    assert _store(as_moderator, 1, "Be kinder.", **named)["version"] == 2
    assert as_moderator.call("item_get", **REF, version=1)["fields"]["content"] == "Be kind."
    history = as_moderator.call("item_get", **REF, history=True)["versions"]
    assert [(row["version"], row["changedFields"]) for row in history] == [(2, ["content"]), (1, ["content"])]


def test_the_version_is_checked_from_the_start(as_moderator: Caller) -> None:
    sent = {"kind": "instructions", "fields": {"content": "Be kind."}}
    assert as_moderator.refused("missing", "item_store", **sent)["field"] == "version"
    assert as_moderator.refused("conflict", "item_store", version=1, **sent)["version"] == 0
    assert as_moderator.call("item_get", **REF)["version"] == 0
    as_moderator.call("item_store", version=0, **sent)
    error = as_moderator.refused(
        "conflict", "item_store", version=0, kind="instructions", fields={"content": "Be bad."}
    )
    assert (error["version"], error["changedFields"], error["changedBy"]) == (1, ["content"], "Bea")


def test_a_refused_first_store_leaves_no_trace(as_moderator: Caller) -> None:
    as_moderator.refused("conflict", "item_store", kind="instructions", version=3, fields={"content": "x"})
    as_moderator.refused("invalid", "item_store", kind="instructions", version=0, fields={"content": 7})
    assert not Item.objects.exists()
    assert not Version.objects.exists()


def test_there_is_one_a_project(as_moderator: Caller, as_owner: Caller) -> None:
    _store(as_moderator, 0, "Here.")
    other = Caller(as_owner.actor, as_owner.call("project_store", projectId=None, name="Other")["projectId"])
    assert other.call("item_get", **REF)["version"] == 0
    _store(other, 0, "There.")
    _store(as_moderator, 1, "Still here.")
    assert Item.objects.filter(kind="instructions").count() == 2
    assert other.call("item_get", **REF)["fields"]["content"] == "There."


def test_they_take_no_number(as_moderator: Caller) -> None:
    assert as_moderator.task() == 1
    _store(as_moderator, 0, "Be kind.")
    assert as_moderator.task() == 2


def test_nothing_stored_is_unchanged(as_moderator: Caller) -> None:
    assert _store(as_moderator, 0, "") == {
        "outcome": "published", "ref": "instructions", "version": 0, "unchanged": True,
    }  # fmt: skip
    _store(as_moderator, 0, "Be kind.")
    assert _store(as_moderator, 1, "Be kind.")["unchanged"] is True
    assert _store(as_moderator, 1, None)["version"] == 2
    assert as_moderator.call("item_get", **REF)["fields"]["content"] == ""


def test_at_most_20000_characters(as_moderator: Caller) -> None:
    fields = {"content": "i" * 20_001}
    error = as_moderator.refused("invalid", "item_store", kind="instructions", version=0, fields=fields)
    assert error["field"] == "content"
    assert "20,000" in error["message"]
    _store(as_moderator, 0, "i" * 20_000)


@pytest.mark.parametrize("name", ["title", "summary", "tags", "parent", "position", "status"])
def test_they_have_content_alone(as_moderator: Caller, name: str) -> None:
    fields = {"content": "x", name: None}
    error = as_moderator.refused("unknown_field", "item_store", kind="instructions", version=0, fields=fields)
    assert error["allowed"] == ["content"]


def test_a_writer_and_a_reviewed_key_propose(as_writer: Caller, owner: User, project: Project) -> None:
    sent = {"kind": "instructions", "version": 0, "fields": {"content": "Be kind."}}
    assert as_writer.call("item_store", **sent)["outcome"] == "proposed"
    assert as_writer.call("item_store", **sent, **REF)["outcome"] == "proposed"
    reviewed = through_agent(owner, project, review_always=True)
    assert reviewed.call("item_store", **sent)["outcome"] == "proposed"
    assert reviewed.call("item_get", **REF)["fields"]["content"] == ""
    assert through_agent(owner, project).call("item_store", **sent)["outcome"] == "published"


def test_they_are_in_no_list_and_no_batch(as_moderator: Caller) -> None:
    _store(as_moderator, 0, "Be kind.")
    error = as_moderator.refused("unknown_kind", "item_list", kind="instructions")
    assert error["allowed"] == ["memory", "page", "task", "proposal"]
    item = {"kind": "instructions", "fields": {"content": "x"}}
    batch = {"idempotencyKey": "k", "items": [item]}
    as_moderator.refused("unknown_kind", "item_store", kind="task", batch=batch)


def test_they_need_a_project(as_owner: Caller) -> None:
    sent = {"kind": "instructions", "version": 0, "fields": {"content": "x"}}
    assert as_owner.refused("missing", "item_store", projectId=None, **sent)["field"] == "projectId"


def test_the_other_kinds_need_a_project_too(as_owner: Caller) -> None:
    for kind in ("task", "page"):
        error = as_owner.refused("missing", "item_store", projectId=None, kind=kind, fields={"title": "T"})
        assert error["field"] == "projectId"
