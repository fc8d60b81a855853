"""claim: the task is in progress, and whoever acts is its assignee."""

from typing import Any

import pytest

from conderis.accounts.models import Agent, User
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.core.actor import Actor
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import acting


def test_an_agent_claims_for_itself(as_writer: Caller) -> None:
    number = as_writer.task()
    assert as_writer.act(number, "claim", 1) == {
        "number": number, "action": "claim", "version": 2, "status": "in_progress",
    }  # fmt: skip
    fields = as_writer.get(number)["fields"]
    assert (fields["status"], fields["assignee"]) == ("in_progress", as_writer.ref)
    assert as_writer.get(number, history=True)["versions"][0]["changedFields"] == ["status", "assignee"]


def test_a_person_claims_for_themselves(writer: User, project: Project) -> None:
    chi = Caller(acting(writer), project.id)
    number = chi.task()
    chi.act(number, "claim", 1)
    assert chi.get(number)["fields"]["assignee"] == f"user:{writer.id}"


def test_again_is_unchanged(as_writer: Caller) -> None:
    number = as_writer.task()
    as_writer.act(number, "claim", 1)
    again = as_writer.act(number, "claim", 2)
    assert (again["version"], again["unchanged"]) == (2, True)


def test_held_by_another_person(as_owner: Caller, as_writer: Caller) -> None:
    number = as_owner.task()
    as_writer.act(number, "claim", 1)
    error = as_owner.refused("conflict", "item_action", number=number, action="claim", version=2)
    assert "claude-code (Chi)" in error["message"]
    assert as_owner.get(number)["fields"]["assignee"] == as_writer.ref


def test_held_by_another_agent_of_the_same_owner(as_writer: Caller, writer: User, project: Project) -> None:
    twin = through_agent(writer, project)
    number = as_writer.task()
    as_writer.act(number, "claim", 1)
    error = twin.refused("conflict", "item_action", number=number, action="claim", version=2)
    assert as_writer.ref in error["message"]
    person = Caller(acting(writer), project.id)
    person.refused("conflict", "item_action", number=number, action="claim", version=2)
    assert as_writer.get(number)["version"] == 2


def test_given_to_someone_else_without_a_claim(as_owner: Caller, as_writer: Caller, reader: User) -> None:
    number = as_owner.task(assignee=f"user:{reader.id}")
    error = as_writer.refused("conflict", "item_action", number=number, action="claim", version=1)
    assert "Dee" in error["message"]


def test_one_that_is_mine_already_comes_in_progress(as_owner: Caller, as_writer: Caller) -> None:
    number = as_owner.task(assignee=as_writer.ref)
    assert as_writer.act(number, "claim", 1)["status"] == "in_progress"


def test_any_writer_frees_it(as_owner: Caller, as_writer: Caller) -> None:
    number = as_owner.task()
    as_owner.act(number, "claim", 1)
    as_writer.change("task", number, 2, assignee=None)
    assert as_writer.act(number, "claim", 3)["version"] == 4


def test_any_writer_reassigns_it(as_owner: Caller, as_writer: Caller, moderator: User) -> None:
    number = as_owner.task()
    as_owner.act(number, "claim", 1)
    as_writer.change("task", number, 2, assignee=f"user:{moderator.id}")
    fields = as_owner.get(number)["fields"]
    assert (fields["assignee"], fields["status"]) == (f"user:{moderator.id}", "in_progress")


@pytest.mark.parametrize("status", ["done", "canceled"])
def test_a_closed_task_isnt_claimed(as_writer: Caller, status: str) -> None:
    number = as_writer.task(status=status)
    error = as_writer.refused("conflict", "item_action", number=number, action="claim", version=1)
    assert status in error["message"]
    as_writer.change("task", number, 1, status="open")
    as_writer.act(number, "claim", 2)


def test_a_blocked_task_isnt_claimed(as_writer: Caller) -> None:
    number = as_writer.task()
    as_writer.act(number, "block", 1, reason="the vendor")
    as_writer.refused("conflict", "item_action", number=number, action="claim", version=2)
    fields = as_writer.get(number)["fields"]
    assert (fields["status"], fields["blockedReason"], fields["assignee"]) == ("blocked", "the vendor", None)
    as_writer.act(number, "unblock", 2)
    assert as_writer.act(number, "claim", 3)["status"] == "in_progress"


class TestAssignee:
    """Who is new on a task must be able to do it; who was there stays."""

    def test_a_person_and_an_agent(self, as_owner: Caller, as_writer: Caller, reader: User) -> None:
        for ref in (f"user:{reader.id}", as_writer.ref, as_owner.ref):
            assert as_owner.get(as_owner.task(assignee=ref))["fields"]["assignee"] == ref

    def test_a_stranger_to_a_private_project(self, as_owner: Caller, as_outsider: Caller, outsider: User) -> None:
        number = as_owner.task()
        for ref in (f"user:{outsider.id}", as_outsider.ref):
            fields: dict[str, Any] = {"title": "T", "assignee": ref}
            assert as_owner.refused("invalid", "item_store", kind="task", fields=fields)["field"] == "assignee"
            as_owner.refused("invalid", "item_store", kind="task", number=number, version=1, fields={"assignee": ref})
        Project.objects.filter(pk=as_owner.project_id).update(public=True)
        as_owner.change("task", number, 1, assignee=f"user:{outsider.id}")
        as_owner.change("task", number, 2, assignee=as_outsider.ref)

    def test_a_stranger_reads_like_nobody(self, as_owner: Caller, outsider: User) -> None:
        known = as_owner.refused(
            "invalid", "item_store", kind="task", fields={"title": "T", "assignee": f"user:{outsider.id}"}
        )
        nobody = as_owner.refused(
            "invalid", "item_store", kind="task", fields={"title": "T", "assignee": "user:nobodyhere22"}
        )
        assert known == nobody

    def test_an_ended_agent_stays_and_isnt_given_anew(self, as_owner: Caller, as_writer: Caller) -> None:
        number, other = as_owner.task(assignee=as_writer.ref), as_owner.task()
        revoke_agent(actor=Actor(as_writer.actor.user_id), agent=Agent.objects.get(pk=as_writer.actor.agent_id))
        kept = as_owner.change("task", number, 1, assignee=as_writer.ref, priority="high")
        assert kept["version"] == 2
        assert as_owner.get(number)["fields"]["assignee"] == as_writer.ref
        fields = {"assignee": as_writer.ref}
        as_owner.refused("invalid", "item_store", kind="task", number=other, version=1, fields=fields)
        as_owner.change("task", number, 2, assignee=None)
        as_owner.refused("invalid", "item_store", kind="task", number=number, version=3, fields=fields)

    def test_a_disabled_person(self, as_owner: Caller, writer: User) -> None:
        ref = f"user:{writer.id}"
        number, other = as_owner.task(assignee=ref), as_owner.task()
        writer.is_active = False
        writer.save()
        as_owner.change("task", number, 1, assignee=ref, priority="high")
        fields = {"assignee": ref}
        as_owner.refused("invalid", "item_store", kind="task", number=other, version=1, fields=fields)
