"""The feed of a project, and of all of a person's: newest first, grouped, and never more than its reader may see."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Invalid, NotFound
from items.models import Event, Item
from items.selectors.activity import recent_changes
from items.selectors.feed import READ_AN_ENTRY, Change
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
)
from tests.items.bulk import add_items

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


def told(entries: list[Change]) -> list[tuple[str, tuple[str, ...], int]]:
    return [(entry.ref, entry.what, entry.count) for entry in entries]


def add_events(project: Project, items: list[Item], user: User, *, minutes: int = 120) -> None:
    """One event an item, so far apart that none joins another, each in a transaction of its own."""
    start = Event.objects.count() + 1
    Event.objects.bulk_create(
        Event(
            what=Event.What.STORED, project=project, item=item, kind=item.kind, version=2, user=user,
            at=NOON + timedelta(minutes=minutes * place), transaction=start + place,
        )
        for place, item in enumerate(items)
    )  # fmt: skip


class TestEntries:
    def test_they_say_what_whose_when_and_where(self, as_owner: Caller, owner: User, project: Project) -> None:
        with time_machine.travel(NOON, tick=False):
            number = as_owner.task("Mend the lamp")
        [entry] = recent_changes(acting(owner), project).entries
        assert (entry.project_id, entry.project, entry.kind) == (project.id, "Lighthouse", "task")
        assert (entry.number, entry.ref, entry.title) == (number, f"#{number}", "Mend the lamp")
        assert (entry.what, entry.count, entry.version, entry.at) == (("created",), 1, 1, NOON)
        agent = {"ref": as_owner.ref, "name": "claude-code"}
        assert entry.who == {"ref": owner.ref, "name": "Ada", "via": agent}

    def test_newest_first_of_every_sort(self, as_owner: Caller, as_moderator: Caller, actors: Actors) -> None:
        project = Project.objects.get()
        page, task = as_owner.page(), as_owner.task()
        as_moderator.act(page, "archive", 1)
        as_owner.change("task", task, 1, title="New")
        as_moderator.call("item_store", kind="instructions", version=0, fields={"content": "C"})
        assert told(recent_changes(actors.reader, project).entries) == [
            ("instructions", ("created",), 1),
            (f"#{task}", ("stored",), 1),
            (f"#{page}", ("archived",), 1),
            (f"#{task}", ("created",), 1),
            (f"#{page}", ("created",), 1),
        ]

    def test_a_person_by_themselves_has_no_via(self, owner: User, project: Project) -> None:
        Caller(acting(owner), project.id).task()
        assert recent_changes(acting(owner), project).entries[0].who == {"ref": owner.ref, "name": "Ada"}


class TestGroups:
    def change(self, caller: Caller, number: int, version: int, minute: int) -> None:
        with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
            caller.change("task", number, version, title=f"At {minute}")

    def test_one_author_at_one_item_within_an_hour_is_one_entry(self, as_owner: Caller, actors: Actors) -> None:
        with time_machine.travel(NOON, tick=False):
            number, parent = as_owner.task("New"), as_owner.task("Parent")
            Event.objects.filter(item__number=parent).delete()
        for version, minute in enumerate((10, 30, 60), start=1):
            self.change(as_owner, number, version, minute)
        with time_machine.travel(NOON + timedelta(minutes=60), tick=False):
            as_owner.change("task", number, parent=parent)
        [entry] = recent_changes(actors.reader, Project.objects.get()).entries
        assert (entry.what, entry.count, entry.version) == (("moved", "stored", "created"), 5, 4)
        assert entry.at == NOON + timedelta(hours=1)
        assert entry.title == "At 60"

    def test_after_more_than_an_hour_another_begins(self, as_owner: Caller, actors: Actors) -> None:
        with time_machine.travel(NOON, tick=False):
            number = as_owner.task("New")
        for version, minute in enumerate((50, 100, 111), start=1):
            self.change(as_owner, number, version, minute)
        assert [entry.count for entry in recent_changes(actors.reader, Project.objects.get()).entries] == [2, 2]

    def test_another_author_agent_or_item_between_parts_them(
        self, as_owner: Caller, as_moderator: Caller, owner: User
    ) -> None:
        project = Project.objects.get()
        one, twin = as_owner.task(), through_agent(owner, project)
        for version, caller in enumerate((as_owner, as_moderator, as_owner, twin), start=1):
            caller.change("task", one, version, title=f"v{version}")
        other = as_owner.task()
        twin.change("task", one, 5, title="v5")
        assert told(recent_changes(acting(owner), project).entries) == [
            (f"#{one}", ("stored",), 1),
            (f"#{other}", ("created",), 1),
            (f"#{one}", ("stored",), 1),
            (f"#{one}", ("stored",), 1),
            (f"#{one}", ("stored",), 1),
            (f"#{one}", ("stored", "created"), 2),
        ]


class TestSight:
    def test_a_private_one_is_its_authors_alone(self, as_writer: Caller, actors: Actors) -> None:
        project = Project.objects.get()
        number = as_writer.memory("Diary", visibility="private")
        for feed in (project, None):
            assert told(recent_changes(actors.writer, feed).entries) == [(f"#{number}", ("created",), 1)]
            for who in ("owner", "moderator", "reader"):
                assert recent_changes(actors[who], feed).entries == []

    def test_many_private_ones_of_others_hide_nothing_else(
        self, as_owner: Caller, actors: Actors, project: Project, owner: User
    ) -> None:
        number = as_owner.task()
        states = [{"visibility": "private"}] * (READ_AN_ENTRY * 3)
        add_events(project, add_items(project, "memory", states, private=True), owner)
        Event.objects.filter(item__number=number).update(transaction=0)
        assert told(recent_changes(actors.reader, project, limit=2).entries) == [(f"#{number}", ("created",), 1)]

    def test_a_locked_one_has_no_title(self, as_owner: Caller, actors: Actors) -> None:
        number = as_owner.task("Secret")
        Item.objects.filter(number=number).update(sealed=True, state=None)
        [entry] = recent_changes(actors.owner, Project.objects.get()).entries
        assert (entry.number, entry.title) == (number, None)

    def test_an_outsider_learns_nothing(self, as_owner: Caller, actors: Actors, project: Project) -> None:
        as_owner.task()
        with pytest.raises(NotFound):
            recent_changes(actors.outsider, project)
        assert recent_changes(actors.outsider, None).entries == []

    def test_personal_memories_and_strangers_public_projects_arent_mine(
        self, as_outsider: Caller, as_owner: Caller, actors: Actors
    ) -> None:
        as_owner.personal()
        as_owner.task()
        Project.objects.update(public=True)
        assert recent_changes(actors.outsider, None).entries == []
        assert len(recent_changes(actors.outsider, Project.objects.get()).entries) == 1
        assert len(recent_changes(actors.owner, None).entries) == 1


class TestAllOfMine:
    def test_they_are_merged_newest_first(self, owner: User, project: Project) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.WRITER).organization
        places = [project, ProjectFactory(owner=owner, name="B"), ProjectFactory(organization=organization, name="C")]
        made = [(through_agent(owner, place).task(f"T{turn}"), place) for turn in range(3) for place in places]
        entries = recent_changes(acting(owner), None).entries
        assert [(entry.number, entry.project_id) for entry in entries] == [
            (number, place.id) for number, place in reversed(made)
        ]
        assert {entry.project for entry in entries} == {"Lighthouse", "B", "C"}

    def test_an_archived_projects_feed_is_its_own_alone(self, as_owner: Caller, owner: User, project: Project) -> None:
        as_owner.task()
        Project.objects.update(archived_at=timezone.now())
        assert recent_changes(acting(owner), None).entries == []
        assert len(recent_changes(acting(owner), project).entries) == 1


class TestPaging:
    def pages(self, actor: Actor, project: Project | None, limit: int) -> list[list[Change]]:
        pages, before = [], None
        while True:
            page = recent_changes(actor, project, limit=limit, before=before)
            pages.append(page.entries)
            before = page.before
            if before is None:
                return pages

    @pytest.mark.parametrize("all_of_mine", [True, False])
    def test_each_once_to_the_end(self, owner: User, project: Project, all_of_mine: bool) -> None:
        items = add_items(project, "task", [{}] * 25)
        add_events(project, items, owner)
        pages = self.pages(acting(owner), None if all_of_mine else project, 10)
        assert [len(page) for page in pages] == [10, 10, 5]
        assert [entry.number for page in pages for entry in page] == [item.number for item in reversed(items)]

    def test_a_long_group_goes_on_on_the_next_page(self, owner: User, project: Project) -> None:
        [item] = add_items(project, "task", [{}])
        add_events(project, [item] * 23, owner, minutes=0)
        pages = self.pages(acting(owner), project, 2)
        assert [entry.count for page in pages for entry in page] == [10, 10, 3]

    def test_what_is_added_meanwhile_shifts_nothing(self, as_owner: Caller, owner: User, project: Project) -> None:
        numbers = [as_owner.task() for _ in range(4)]
        first = recent_changes(acting(owner), project, limit=2)
        as_owner.task()
        second = recent_changes(acting(owner), project, limit=2, before=first.before)
        assert [entry.number for entry in (*first.entries, *second.entries)] == numbers[::-1]

    def test_a_cursor_is_good_for_its_own_list(self, owner: User, reader: User, project: Project) -> None:
        add_events(project, add_items(project, "task", [{}] * 3), owner)
        before = recent_changes(acting(owner), project, limit=1).before
        assert before is not None
        wrong: list[tuple[Actor, Project | None, Any]] = [
            (acting(owner), None, before),
            (acting(reader), project, before),
            (acting(owner), project, "nonsense"),
            (acting(owner), project, 7),
        ]
        for actor, place, cursor in wrong:
            with pytest.raises(Invalid):
                recent_changes(actor, place, before=cursor)


def test_as_many_queries_at_1000_items_as_at_10(owner: User) -> None:
    counts = []
    for size in (10, 1_000):
        project = ProjectFactory(owner=owner)
        add_events(project, add_items(project, "task", [{}] * size), owner)
        agents = AgentFactory.create_batch(5, owner=MembershipFactory(project=project).user)
        for event, agent in zip(Event.objects.filter(project=project).order_by("-id"), agents, strict=False):
            Event.objects.filter(pk=event.pk).update(agent=agent, user=agent.owner_id)
        for place in (project, None):
            with CaptureQueriesContext(connection) as queries:
                recent_changes(acting(owner), place, limit=20)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 6


def test_a_page_reads_the_index_of_events(owner: User, project: Project) -> None:
    add_events(project, add_items(project, "task", [{}] * 1_000), owner)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE items_event, items_item")
    with CaptureQueriesContext(connection) as queries:
        recent_changes(acting(owner), project, limit=5)
    [statement] = [query["sql"] for query in queries.captured_queries if "unnest" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + statement)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Index Scan Backward using event_feed" in plan
    assert "Seq Scan" not in plan
