"""set_status: from every status to every other, as one step."""

import pytest

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Denied, Invalid, Locked, Missing, SecretFound, UnknownField
from items.access import item_for
from items.models import Item, Version
from projects.models import Project
from projects.selectors import project_for
from proposals.services.set_status import set_status
from tests.calls import Caller
from tests.conftest import Actors

STATUSES = ("open", "in_progress", "blocked", "done", "canceled")
# How many versions it takes: leaving blocked or reaching it from a closed one is a step of its own.
STEPS = {
    ("blocked", "in_progress"): 2, ("done", "blocked"): 2, ("canceled", "blocked"): 2,
}  # fmt: skip


def task_at(caller: Caller, status: str, assignee: str | None = None) -> int:
    number = caller.task(status="open" if status == "blocked" else status, assignee=assignee)
    if status == "blocked":
        caller.act(number, "block", 1, reason="The vendor")
    return number


def opened(actor: Actor, project: Project, number: int) -> Item:
    return item_for(actor, project_for(actor, project.pk), number)


@pytest.mark.parametrize("after", STATUSES)
@pytest.mark.parametrize("before", STATUSES)
def test_every_status_leads_to_every_other(
    actors: Actors, project: Project, as_writer: Caller, before: str, after: str
) -> None:
    number = task_at(as_writer, before)
    item = opened(actors.writer, project, number)

    outcome = set_status(actor=actors.writer, item=item, version=item.version, status=after, reason="The glazier")

    got = as_writer.get(number)
    assert got["fields"]["status"] == after
    assert got["fields"]["blockedReason"] == ("The glazier" if after == "blocked" else None)
    steps = STEPS.get((before, after), 0 if before == after != "blocked" else 1)
    assert (got["version"], outcome.item.version) == (item.version + steps, item.version + steps)


@pytest.mark.parametrize(("after", "steps"), [("in_progress", 1), ("open", 2)])
def test_unblocking_what_someone_holds(
    actors: Actors, project: Project, as_writer: Caller, writer: User, after: str, steps: int
) -> None:
    number = task_at(as_writer, "blocked", assignee=f"user:{writer.pk}")
    item = opened(actors.writer, project, number)

    set_status(actor=actors.writer, item=item, version=2, status=after)

    got = as_writer.get(number)
    assert (got["fields"]["status"], got["version"]) == (after, 2 + steps)
    assert got["fields"]["assignee"] == f"user:{writer.pk}"


def test_a_second_step_that_fails_takes_the_first_back(actors: Actors, project: Project, as_writer: Caller) -> None:
    number = task_at(as_writer, "done")
    item = opened(actors.writer, project, number)

    with pytest.raises(Missing) as refused:
        set_status(actor=actors.writer, item=item, version=1, status="blocked", reason=" ")

    assert refused.value.data["field"] == "reason"
    assert Version.objects.filter(item=item).count() == 1
    assert as_writer.get(number)["fields"]["status"] == "done"


@pytest.mark.parametrize("after", STATUSES)
@pytest.mark.parametrize("before", ["open", "blocked", "done"])
def test_another_version_is_a_conflict(
    actors: Actors, project: Project, as_writer: Caller, before: str, after: str
) -> None:
    number = task_at(as_writer, before)
    item = opened(actors.writer, project, number)

    with pytest.raises(Conflict) as refused:
        set_status(actor=actors.writer, item=item, version=7, status=after, reason="R")

    assert refused.value.data["changedBy"] == "Chi"
    assert as_writer.get(number)["version"] == item.version


@pytest.mark.parametrize("after", STATUSES)
def test_it_takes_write(actors: Actors, project: Project, as_writer: Caller, after: str) -> None:
    number = as_writer.task()

    with pytest.raises(Denied) as refused:
        set_status(
            actor=actors.reader, item=opened(actors.reader, project, number), version=1, status=after, reason="R"
        )

    assert refused.value.data["missing"] == "write"


def test_what_it_refuses(actors: Actors, project: Project, as_moderator: Caller) -> None:
    item = opened(actors.writer, project, as_moderator.task())
    memory = opened(actors.writer, project, as_moderator.memory())

    with pytest.raises(Invalid):
        set_status(actor=actors.writer, item=item, version=1, status="waiting")
    with pytest.raises(SecretFound):
        set_status(actor=actors.writer, item=item, version=1, status="blocked", reason="AKIAIOSFODNN7EXAMPLQ")
    with pytest.raises(UnknownField):
        set_status(actor=actors.writer, item=memory, version=1, status="done")
    Item.objects.filter(pk=item.pk).update(sealed=True, state=None)
    for status in STATUSES:
        with pytest.raises(Locked):
            set_status(
                actor=actors.writer, item=opened(actors.writer, project, item.number or 0), version=1, status=status,
                reason="R",
            )  # fmt: skip
