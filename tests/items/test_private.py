"""A private memory in a project: for whoever wrote it, and for nobody else, owners and administrators included."""

from typing import Any

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import acting

TITLE = "Confidential appraisal"


@pytest.fixture
def secret(as_writer: Caller) -> int:
    number = as_writer.memory(TITLE, visibility="private", tags=["appraisal"], content="Confidential appraisal text")
    assert as_writer.get(number)["fields"]["title"] == TITLE
    return number


@pytest.fixture
def admin(owner: User, project: Project) -> Caller:
    """The project's owner, an administrator of the site too."""
    owner.is_staff = owner.is_superuser = True
    owner.save()
    return through_agent(owner, project)


def test_its_author_reads_it_through_every_agent(secret: int, writer: User, project: Project) -> None:
    for caller in (through_agent(writer, project), Caller(acting(writer), project.id)):
        assert caller.get(secret)["fields"]["title"] == TITLE
        assert caller.numbers("memory") == [secret]
        assert caller.call("project_get")["counts"]["memories"] == 1
        assert TITLE in caller.text("recall")


def test_it_takes_a_number_like_any_other(as_writer: Caller, secret: int, as_owner: Caller) -> None:
    assert secret == 1
    assert as_owner.task() == 2


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("item_get", {}),
        ("item_get", {"history": True}),
        ("item_get", {"version": 1}),
        ("item_store", {"kind": "memory", "version": 1, "fields": {"title": "Mine"}}),
        ("item_store", {"kind": "memory", "fields": {"parent": None}}),
        ("item_store", {"kind": "task", "fields": {}}),
        ("item_action", {"action": "archive", "version": 1}),
        ("item_action", {"action": "claim", "version": 1}),
        ("item_action", {"action": "relate", "relation": "related", "target": 1}),
        ("item_delete", {"reason": "because"}),
    ],
)
def test_it_answers_like_a_number_that_isnt_there(
    secret: int, admin: Caller, tool: str, arguments: dict[str, Any]
) -> None:
    hidden = admin.refused("not_found", tool, number=secret, **arguments)
    absent = admin.refused("not_found", tool, number=99, **arguments)
    assert hidden["message"].replace(f"#{secret}", "#99") == absent["message"]
    assert hidden.keys() == absent.keys()


def test_it_is_in_no_list_and_no_count_of_others(secret: int, admin: Caller, as_reader: Caller) -> None:
    for caller in (admin, as_reader):
        for asked in (
            {}, {"query": "Confidential"}, {"filter": {"visibility": "private"}}, {"filter": {"tags": ["appraisal"]}},
            {"filter": {"includeArchived": True, "includeExpired": True}}, {"kind": None, "query": "appraisal"},
        ):  # fmt: skip
            found = caller.call("item_list", **{"kind": "memory", **asked})
            assert (found["items"], found["total"]) == ([], 0)
        assert caller.call("project_get")["counts"]["memories"] == 0
        assert TITLE not in caller.text("recall", maxChars=20_000)


def test_its_author_finds_it_in_each(secret: int, as_writer: Caller) -> None:
    for asked in ({}, {"filter": {"visibility": "private"}}, {"filter": {"tags": ["appraisal"]}},
                  {"query": "Confidential"}, {"kind": None, "query": "appraisal"}):  # fmt: skip
        assert as_writer.call("item_list", **{"kind": "memory", **asked})["total"] == 1


def test_its_children_and_its_parent_dont_betray_it(secret: int, as_writer: Caller, admin: Caller) -> None:
    shared = admin.memory("Shared parent")
    as_writer.change("memory", secret, parent=shared)
    assert as_writer.get(shared)["childrenTotal"] == 1
    assert (admin.get(shared)["children"], admin.get(shared)["childrenTotal"]) == ([], 0)


def test_relations_dont_betray_it(secret: int, as_writer: Caller, admin: Caller) -> None:
    task = admin.task()
    as_writer.relate(secret, "related", task)
    as_writer.relate(task, "implements", secret)
    assert as_writer.get(task)["relationsTotal"] == 2
    got = admin.get(task)
    assert (got["relations"], got["relationsTotal"]) == ([], 0)
    for action in ("relate", "unrelate"):
        sent = {"number": task, "action": action, "relation": "related"}
        admin.refused("not_found", "item_action", **sent, target=secret)


def test_a_dependency_of_others_isnt_ready_because_of_it(as_writer: Caller, admin: Caller) -> None:
    """What an invisible item says has effect for its author alone."""
    shared = admin.memory("Old")
    secret = as_writer.memory("New", visibility="private")
    as_writer.relate(secret, "supersedes", shared)
    assert f"#{shared} " in admin.text("recall")
    assert f"#{shared} " not in as_writer.text("recall")


def test_it_is_no_parent_for_others_in_a_batch(secret: int, admin: Caller) -> None:
    items = [{"kind": "memory", "fields": {"title": "T", "summary": "S", "parent": secret}}]
    answer = admin.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    error = answer["kinds"]["memory"]["error"]
    assert (error["error"], error["field"], error["item"]) == ("invalid", "parent", 0)


def test_the_filter_parent_finds_nothing_under_it(as_owner: Caller) -> None:
    assert as_owner.numbers("task", filter={"parent": 1}) == []


def test_a_writer_who_became_a_reader_reads_it_and_changes_nothing(
    secret: int, as_writer: Caller, writer: User, project: Project
) -> None:
    project.memberships.filter(user=writer).update(role=1)
    assert as_writer.get(secret)["fields"]["title"] == TITLE
    sent = {"kind": "memory", "number": secret, "version": 1, "fields": {"title": "Other"}}
    assert as_writer.refused("denied", "item_store", **sent)["missing"] == "write"


def test_a_member_who_left_sees_nothing(secret: int, as_writer: Caller, writer: User, project: Project) -> None:
    project.memberships.filter(user=writer).delete()
    as_writer.refused("not_found", "item_get", number=secret)
