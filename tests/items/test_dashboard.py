"""What a person finds over all of their projects: cards, and the tasks that wait for them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from items.models import Event, Item
from items.selectors.dashboard import CARDS_MAX, Card, my_tasks, project_cards
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors, through_agent
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
    acting_through,
)
from tests.items.bulk import add_items

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


def only(cards: tuple[list[Card], int]) -> Card:
    [card], total = cards
    assert total == 1
    return card


class TestCards:
    def test_role_counts_and_the_last_change(self, as_owner: Caller, as_writer: Caller, actors: Actors) -> None:
        with time_machine.travel(NOON, tick=False):
            as_owner.page()
            as_owner.memory()
            as_owner.memory(expiresAt="2001-01-01")
            as_owner.act(as_owner.memory(), "archive", 1)
            open_task, done = as_owner.task(), as_owner.task()
            as_owner.act(done, "complete", 1)
            as_owner.act(open_task, "claim", 1)
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            as_writer.memory(visibility="private")
        card = only(project_cards(actors.reader))
        assert (card.name, card.role, card.public) == ("Lighthouse", "reader", False)
        assert card.counts == {"openTasks": 1, "memories": 1, "pages": 1}
        assert card.changed_at == NOON
        mine = only(project_cards(actors.writer))
        assert mine.counts["memories"] == 2
        assert mine.changed_at == NOON + timedelta(hours=1)
        assert as_owner.call("project_get")["counts"] == {**card.counts, "pendingProposals": 0}

    def test_a_locked_item_isnt_counted(self, as_owner: Caller, actors: Actors) -> None:
        as_owner.page()
        Item.objects.update(sealed=True, state=None)
        assert only(project_cards(actors.owner)).counts["pages"] == 0

    def test_one_in_which_nothing_happened(self, project: Project, owner: User) -> None:
        card = only(project_cards(acting(owner)))
        assert (card.counts, card.changed_at) == ({"memories": 0, "pages": 0, "openTasks": 0}, None)

    def test_what_changed_last_comes_first(self, owner: User) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.MODERATOR).organization
        quiet = ProjectFactory(owner=owner, name="a quiet one")
        projects = [ProjectFactory(owner=owner), ProjectFactory(organization=organization), ProjectFactory(owner=owner)]
        for hour, project in enumerate(projects):
            with time_machine.travel(NOON + timedelta(hours=hour), tick=False):
                through_agent(owner, project).task()
        cards, total = project_cards(acting(owner))
        assert [card.project_id for card in cards] == [*(p.id for p in reversed(projects)), quiet.id]
        assert [card.role for card in cards] == ["owner", "moderator", "owner", "owner"]
        assert total == 4

    def test_strangers_public_and_archived_ones_arent_there(self, owner: User) -> None:
        ProjectFactory(public=True)
        ProjectFactory(owner=owner, archived_at=timezone.now())
        assert project_cards(acting(owner)) == ([], 0)

    @pytest.mark.parametrize("size", [1, CARDS_MAX + 5])
    def test_they_are_bounded_in_rows_and_queries(
        self, owner: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for project in ProjectFactory.create_batch(size, owner=owner):
            items = add_items(project, "task", [{}] * 10)
            Event.objects.bulk_create(
                Event(what="stored", project=project, item=item, kind="task", version=1, user=owner, at=NOON)
                for item in items
            )
        with django_assert_num_queries(3):
            cards, total = project_cards(acting(owner))
        assert (len(cards), total) == (min(size, CARDS_MAX), size)
        assert {card.counts["openTasks"] for card in cards} == {10}


class TestMyTasks:
    def test_mine_and_my_agents_of_all_my_projects(self, owner: User, writer: User, project: Project) -> None:
        other = ProjectFactory(owner=owner, name="Other")
        ada, there = through_agent(owner, project), through_agent(owner, other)
        made = [
            (ada.task("Mine", assignee=owner.ref), project),
            (there.task("My agent's", assignee=there.ref), other),
        ]
        ada.task("Chi's", assignee=writer.ref)
        ada.task("Nobody's")
        done = ada.task("Done", assignee=owner.ref)
        ada.act(done, "complete", 1)
        found, total = my_tasks(acting(owner))
        assert [(task["number"], task["projectId"], task["project"]) for task in found] == [
            (number, place.id, place.name) for number, place in reversed(made)
        ]
        assert total == 2
        assert found[0]["title"] == "My agent's"
        assert "content" not in found[0]
        assert my_tasks(acting_through(AgentFactory(owner=owner)))[0] == found

    def test_by_priority_then_by_the_last_change(self, as_owner: Caller, owner: User) -> None:
        made = {}
        for hour, priority in enumerate(("low", "urgent", "normal", "urgent", "high")):
            with time_machine.travel(NOON + timedelta(hours=hour), tick=False):
                made[hour] = as_owner.task(priority=priority, assignee=owner.ref)
        found, _ = my_tasks(acting(owner))
        assert [task["number"] for task in found] == [made[hour] for hour in (3, 1, 4, 2, 0)]

    def test_a_blocked_one_waits_too_and_says_why(self, as_owner: Caller, owner: User) -> None:
        as_owner.act(as_owner.task(assignee=owner.ref), "block", 1, reason="the vendor")
        assert my_tasks(acting(owner))[0][0]["blockedReason"] == "the vendor"

    def test_a_locked_one_isnt_there(self, as_owner: Caller, owner: User) -> None:
        as_owner.task(assignee=owner.ref)
        Item.objects.update(sealed=True, state=None)
        assert my_tasks(acting(owner)) == ([], 0)

    def test_of_a_project_that_i_left_or_that_is_archived_none(
        self, as_owner: Caller, writer: User, project: Project
    ) -> None:
        as_owner.task(assignee=writer.ref)
        assert my_tasks(acting(writer))[1] == 1
        Project.objects.update(archived_at=timezone.now())
        assert my_tasks(acting(writer)) == ([], 0)
        Project.objects.update(archived_at=None)
        project.memberships.filter(user=writer).delete()
        assert my_tasks(acting(writer)) == ([], 0)

    def test_as_many_queries_at_1000_tasks_as_at_30(self, owner: User) -> None:
        counts = []
        for size in (30, 1_000):
            for project in ProjectFactory.create_batch(5, owner=owner):
                tasks = add_items(project, "task", [{"assignee": owner.ref}] * (size // 5))
                Item.objects.filter(pk__in=[task.pk for task in tasks[1:]]).update(parent=tasks[0])
            with CaptureQueriesContext(connection) as queries:
                found, total = my_tasks(acting(owner), limit=20)
            counts.append(len(queries))
            assert len(found) == 20
        assert total == 1_030
        assert counts[0] == counts[1] <= 5

    def test_it_reads_the_index_of_assignees(self, owner: User, project: Project) -> None:
        other = MembershipFactory(project=project).user
        add_items(project, "task", [{"assignee": other.ref}] * 1_000)
        add_items(project, "task", [{"assignee": owner.ref}] * 5)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE items_item")
        with CaptureQueriesContext(connection) as queries:
            my_tasks(acting(owner))
        [statement] = [q["sql"] for q in queries.captured_queries if "ORDER BY CASE" in q["sql"]]
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN " + statement)
            assert "item_assignee" in "\n".join(row[0] for row in cursor.fetchall())
