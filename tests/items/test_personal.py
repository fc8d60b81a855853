"""A memory without a project: its owner's alone, in every project and nowhere else."""

from typing import Any

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import acting

HERE: dict[str, Any] = {"projectId": None}


def test_it_has_a_reference_and_no_number(as_writer: Caller) -> None:
    sent = {"kind": "memory", "fields": {"title": "T", "summary": "S"}}
    made = as_writer.call("item_store", **HERE, **sent)
    ref = made["ref"]
    assert made == {"outcome": "published", "ref": ref, "version": 1}
    assert ref.startswith("memory:")
    got = as_writer.call("item_get", **HERE, ref=ref)
    assert (got["ref"], got["projectId"], got["version"]) == (ref, None, 1)
    assert got["fields"]["visibility"] == "private"
    assert "number" not in got


def test_it_is_always_private(as_writer: Caller) -> None:
    fields = {"title": "T", "summary": "S", "visibility": "shared"}
    error = as_writer.refused("invalid", "item_store", **HERE, kind="memory", fields=fields)
    assert error["field"] == "visibility"
    ref = as_writer.personal(visibility="private")
    sent = {"kind": "memory", "ref": ref, "version": 1}
    as_writer.refused("invalid", "item_store", **HERE, **sent, fields={"visibility": "shared"})
    as_writer.refused("invalid", "item_store", **HERE, **sent, fields={"visibility": None})


def test_it_is_changed_with_its_version(as_writer: Caller) -> None:
    ref = as_writer.personal()
    sent = {"kind": "memory", "ref": ref, "fields": {"title": "Other"}}
    as_writer.refused("missing", "item_store", **HERE, **sent)
    as_writer.refused("conflict", "item_store", **HERE, **sent, version=2)
    assert as_writer.call("item_store", **HERE, **sent, version=1) == {
        "outcome": "published", "ref": ref, "version": 2,
    }  # fmt: skip
    history = as_writer.call("item_get", **HERE, ref=ref, history=True)
    assert [row["version"] for row in history["versions"]] == [2, 1]


def test_the_reference_reads_the_same_within_a_project(as_writer: Caller) -> None:
    ref = as_writer.personal()
    assert as_writer.call("item_get", ref=ref) == as_writer.call("item_get", **HERE, ref=ref)


def test_all_of_a_persons_agents_and_the_person_share_it(as_writer: Caller, writer: User, project: Project) -> None:
    ref = as_writer.personal("Shared by my agents")
    twin, person = through_agent(writer, project), Caller(acting(writer), project.id)
    for caller in (twin, person):
        assert caller.call("item_get", **HERE, ref=ref)["fields"]["title"] == "Shared by my agents"
        assert caller.call("item_list", **HERE, kind="memory")["total"] == 1


def test_nobody_else_sees_it(as_owner: Caller, as_writer: Caller, as_outsider: Caller) -> None:
    ref = as_writer.personal("Very much my own")
    for caller in (as_owner, as_outsider):
        absent = caller.refused("not_found", "item_get", **HERE, ref="memory:999999999")
        hidden = caller.refused("not_found", "item_get", **HERE, ref=ref)
        assert hidden["message"].replace(ref, "R") == absent["message"].replace("memory:999999999", "R")
        sent = {"kind": "memory", "ref": ref, "version": 1, "fields": {"title": "Mine now"}}
        caller.refused("not_found", "item_store", **HERE, **sent)
        caller.refused("not_found", "item_action", **HERE, ref=ref, action="archive", version=1)
        caller.refused("not_found", "item_delete", **HERE, ref=ref, reason="why")
        assert caller.call("item_list", **HERE, kind="memory")["total"] == 0
        assert "Very much" not in caller.text("recall", **HERE)


def test_the_list_without_a_project_is_ones_own(as_owner: Caller, as_writer: Caller) -> None:
    as_owner.memory("In the project", visibility="private")
    mine, _ = as_owner.personal("Mine"), as_writer.personal("Theirs")
    found = as_owner.call("item_list", **HERE, kind="memory")
    assert found["total"] == 1
    assert found["items"] == [
        {
            "ref": mine, "title": "Mine", "summary": "For me alone", "type": "fact", "tags": [],
            "visibility": "private", "version": 1,
        }
    ]  # fmt: skip
    titles = [entry["title"] for entry in as_owner.call("item_list", kind="memory")["items"]]
    assert titles == ["In the project"]


@pytest.mark.parametrize("kind", ["task", "page", "proposal"])
def test_the_other_kinds_have_no_list_without_a_project(as_owner: Caller, kind: str) -> None:
    result = as_owner.result("item_list", {"kind": kind})
    assert result["isError"] is True
    if kind != "proposal":
        assert as_owner.refused("missing", "item_list", **HERE, kind=kind)["field"] == "projectId"


def test_recall_shows_it_with_and_without_a_project(as_owner: Caller) -> None:
    ref = as_owner.personal("My own")
    for text in (as_owner.text("recall", **HERE), as_owner.text("recall")):
        assert f'\n{ref} "My own"' in text


def test_a_parent_is_one_of_ones_own(as_owner: Caller, as_writer: Caller) -> None:
    child, parent, other = as_owner.personal(), as_owner.personal("Parent"), as_writer.personal()
    sent = {"kind": "memory", "ref": child}
    as_owner.call("item_store", **HERE, **sent, fields={"parent": parent})
    got = as_owner.call("item_get", **HERE, ref=child)
    assert (got["version"], got["parent"]) == (1, {"ref": parent, "title": "Parent"})
    [entry] = as_owner.call("item_get", **HERE, ref=parent)["children"]
    assert entry["ref"] == child
    for wrong in (other, "memory:0", 1, "1", "instructions", child):
        error = as_owner.refused("invalid", "item_store", **HERE, **sent, fields={"parent": wrong})
        assert error["field"] == "parent"
    error = as_owner.refused("invalid", "item_store", **HERE, kind="memory", ref=parent, fields={"parent": child})
    assert "cycle" in error["message"]


def test_a_number_of_a_project_isnt_a_reference(as_owner: Caller) -> None:
    as_owner.memory(visibility="private")
    row = Project.objects.get(pk=as_owner.project_id).items.get()
    as_owner.refused("not_found", "item_get", **HERE, ref=f"memory:{row.pk}")


def test_it_survives_leaving_the_project(as_reader: Caller, reader: User, project: Project) -> None:
    ref = as_reader.personal()
    project.memberships.filter(user=reader).delete()
    assert as_reader.call("item_get", **HERE, ref=ref)["version"] == 1
    as_reader.refused("not_found", "item_list", kind="memory")
