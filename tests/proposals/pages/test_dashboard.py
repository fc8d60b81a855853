"""The dashboard: what a person is to decide over all their projects, and what became of what they proposed."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conderis.accounts.models import User
from projects.capabilities import Role
from projects.models import Membership, Project
from proposals.models import Proposal
from proposals.selectors.dashboard import outcomes, to_decide
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import MembershipFactory, OrganizationFactory, OrganizationMembershipFactory, ProjectFactory
from tests.items.pages.looking import Looking, words
from tests.proposals.bulk import add_proposals
from tests.proposals.making import propose, propose_new

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


def titles(found: object) -> list[str]:
    return [row.title for row in found]  # type: ignore[attr-defined]


class TestToDecide:
    def test_where_the_person_moderates_oldest_first(
        self, project: Project, writer: User, moderator: User, actors: Actors
    ) -> None:
        led, read = ProjectFactory(name="Led"), ProjectFactory(name="Read")
        MembershipFactory(project=led, user=moderator, role=Role.OWNER)
        MembershipFactory(project=read, user=moderator, role=Role.WRITER)
        through = ProjectFactory(organization=OrganizationFactory())
        OrganizationMembershipFactory(organization=through.organization, user=moderator, role=Role.MODERATOR)
        for at, place in enumerate((led, project, read, through)):
            add_proposals(place, writer, 1)
            Proposal.objects.filter(project=place).update(state={"title": f"P{at}"})
        rows, total = to_decide(actors.moderator, limit=10)
        assert (titles(rows), total) == (["P0", "P1", "P3"], 3)
        assert rows[0].proposal.project.name == "Led"
        assert to_decide(actors.writer, limit=10) == ([], 0)

    def test_only_the_oldest_with_their_number(self, project: Project, writer: User, actors: Actors) -> None:
        add_proposals(project, writer, 12)
        rows, total = to_decide(actors.owner, limit=10)
        assert (titles(rows), total) == ([f"title {n}" for n in range(10)], 12)

    def test_neither_decided_locked_nor_archived_ones(self, project: Project, writer: User, actors: Actors) -> None:
        one, two, _ = add_proposals(project, writer, 3)
        Proposal.objects.filter(pk=one.pk).update(status="withdrawn", decided_at=timezone.now())
        Proposal.objects.filter(pk=two.pk).update(sealed=True, state=None)
        assert titles(to_decide(actors.owner, limit=10)[0]) == ["title 2"]
        Project.objects.filter(pk=project.pk).update(archived_at=timezone.now())
        assert to_decide(actors.owner, limit=10) == ([], 0)


class TestOutcomes:
    def test_what_others_decided_newest_first_with_the_reason(
        self, as_writer: Caller, as_moderator: Caller, as_owner: Caller, actors: Actors
    ) -> None:
        number = as_owner.memory("Cache")
        ident = propose(as_writer, number, summary="A.")
        as_moderator.call("item_action", ref=f"proposal:{ident}", action="reject", reason="Not so.")
        as_moderator.call("item_action", ref=f"proposal:{propose_new(as_writer)}", action="approve")
        propose_new(as_writer, "Waits")
        gone = propose_new(as_writer, "Withdrawn")
        as_writer.call("item_action", ref=f"proposal:{gone}", action="withdraw")
        found = outcomes(actors.writer, limit=10)
        assert titles(found) == ["Shards", "Cache"]
        assert [row.proposal.status for row in found] == ["approved", "rejected"]
        assert found[1].decision is not None
        assert found[1].decision["reason"] == "Not so."
        assert outcomes(actors.owner, limit=10) == []

    def test_not_what_one_decided_oneself(self, as_owner: Caller, actors: Actors) -> None:
        as_owner.call("item_action", ref=f"proposal:{propose_new(as_owner)}", action="approve")
        assert outcomes(actors.owner, limit=10) == []

    def test_for_two_weeks(self, as_writer: Caller, as_owner: Caller, actors: Actors) -> None:
        with time_machine.travel(NOON, tick=False):
            as_owner.call("item_action", ref=f"proposal:{propose_new(as_writer)}", action="approve")
        with time_machine.travel(NOON + timedelta(days=13), tick=False):
            assert len(outcomes(actors.writer, limit=10)) == 1
        with time_machine.travel(NOON + timedelta(days=15), tick=False):
            assert outcomes(actors.writer, limit=10) == []

    def test_not_in_a_project_that_the_author_has_left(
        self, as_writer: Caller, as_owner: Caller, actors: Actors, writer: User
    ) -> None:
        as_owner.call("item_action", ref=f"proposal:{propose_new(as_writer)}", action="approve")
        Membership.objects.filter(user=writer).delete()
        assert outcomes(actors.writer, limit=10) == []


class TestThePage:
    def test_both_panels(self, as_writer: Caller, as_moderator: Caller, writer: User, moderator: User) -> None:
        ident = propose_new(as_writer, "Gone")
        as_moderator.call("item_action", ref=f"proposal:{ident}", action="reject", reason="Not <b>so</b>.")
        waits = propose_new(as_writer, "Shards")
        page = Looking(moderator, "/").get()
        assert "Waits for your decision 1 All of them Shards new memory Lighthouse Chi" in words(page)
        assert f'href="/proposals/{waits}/"' in page
        assert "What became of your proposals" not in page
        mine = Looking(writer, "/").get()
        assert "Waits for your decision" not in mine
        assert "Bea: “ Not <b>so</b>. ” rejected by Bea through the agent claude-code new memory" in words(mine)
        assert "<b>so" not in mine

    def test_the_overview_leads_to_the_queue(
        self, as_writer: Caller, writer: User, reader: User, project: Project
    ) -> None:
        propose_new(as_writer)
        base = f"/p/{project.pk}/"
        assert "1 proposal waiting" in words(Looking(writer, base).get().partition("<main")[2])
        assert "waiting" not in words(Looking(reader, base).get())

    @pytest.mark.django_db
    def test_the_same_few_queries(self, project: Project, owner: User, writer: User) -> None:
        add_proposals(project, writer, 12)
        look, counts = Looking(owner, "/"), []
        look.get()
        for more in (0, 1_000):
            add_proposals(project, writer, more)
            add_proposals(project, owner, max(more // 10, 3), status="approved", decided_by=writer,
                          decided_at=timezone.now(), version=1)  # fmt: skip
            with CaptureQueriesContext(connection) as queries:
                look.get()
            counts.append(len(queries))
        assert counts[1] <= counts[0] <= 32
