"""An event row a publish, move, archive and relation: in the change's own transaction, and never content."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from items.models import Event, Item
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import ProjectFactory, UserFactory
from tests.together import WAIT


def happened() -> list[tuple[str, int | None, int]]:
    """(what, number, version) of each event, oldest first."""
    return list(Event.objects.order_by("id").values_list("what", "item__number", "version"))


class TestOneRow:
    def test_for_a_publish(self, as_owner: Caller) -> None:
        number = as_owner.task()
        as_owner.change("task", number, 1, title="New")
        as_owner.act(number, "claim", 2)
        as_owner.act(number, "block", 3, reason="r")
        assert happened() == [("stored", 1, 1), ("stored", 1, 2), ("stored", 1, 3), ("stored", 1, 4)]

    def test_for_a_move(self, as_owner: Caller) -> None:
        one, two = as_owner.page(), as_owner.page()
        Event.objects.all().delete()
        as_owner.change("page", one, position=1)
        as_owner.change("page", one, parent=two)
        assert happened() == [("moved", one, 1), ("moved", one, 1)]

    def test_for_each_of_content_and_place(self, as_owner: Caller) -> None:
        one, two = as_owner.task(), as_owner.task()
        Event.objects.all().delete()
        as_owner.change("task", one, 1, title="New", parent=two)
        assert sorted(what for what, _, _ in happened()) == ["moved", "stored"]

    def test_for_archive_and_restore(self, as_owner: Caller) -> None:
        number = as_owner.memory()
        as_owner.act(number, "archive", 1)
        as_owner.act(number, "restore", 2)
        assert happened()[1:] == [("archived", number, 2), ("restored", number, 3)]

    def test_for_a_relation_and_its_end(self, as_owner: Caller) -> None:
        one, two = as_owner.task(), as_owner.task()
        Event.objects.all().delete()
        as_owner.relate(one, "related", two)
        as_owner.act(one, "unrelate", None, relation="related", target=two)
        assert [what for what, _, _ in happened()] == ["related", "unrelated"]

    def test_for_each_item_of_a_batch(self, as_owner: Caller) -> None:
        items = [{"kind": kind, "fields": {"title": "T"}} for kind in ("task", "page", "task")]
        as_owner.call("item_store", kind="task", batch={"idempotencyKey": "k", "items": items})
        assert sorted(number for _, number, _ in happened() if number) == [1, 2, 3]

    def test_for_the_instructions_and_a_personal_memory(self, as_owner: Caller) -> None:
        as_owner.call("item_store", kind="instructions", version=0, fields={"content": "C"})
        as_owner.personal()
        assert happened() == [("stored", None, 1), ("stored", None, 1)]
        assert [event.project_id for event in Event.objects.order_by("id")] == [as_owner.project_id, None]


def test_none_for_what_changed_nothing_or_was_refused(as_owner: Caller) -> None:
    one, two = as_owner.task(), as_owner.task()
    as_owner.relate(one, "related", two)
    before = happened()
    as_owner.change("task", one, 1, title="A task")
    as_owner.change("task", one, parent=None)
    as_owner.relate(one, "related", two)
    as_owner.act(one, "unblock", 1)
    as_owner.refused("conflict", "item_store", kind="task", number=one, version=7, fields={"title": "New"})
    as_owner.refused("invalid", "item_store", kind="task", fields={"title": "T", "parent": 99})
    as_owner.get(one)
    as_owner.text("recall")
    assert happened() == before


def test_it_says_who_and_through_what_and_no_content(as_owner: Caller) -> None:
    number = as_owner.memory("CANARY", "CANARY", content="CANARY", tags=["canary"])
    as_owner.call("item_store", kind="memory", number=number, version=1, fields={"title": "CANARY2"}, reason="CANARY")
    as_owner.relate(number, "related", as_owner.task("CANARY"), reason="CANARY")
    rows = list(Event.objects.order_by("id").values())
    assert len(rows) == 4
    assert "canary" not in str(rows).lower()
    first = rows[0]
    assert (first["user_id"], first["agent_id"]) == (as_owner.actor.user_id, as_owner.actor.agent_id)
    assert (first["project_id"], first["kind"], first["version"]) == (as_owner.project_id, "memory", 1)


class Reader:
    """A feed: takes what is below every transaction that still runs, and resumes behind what it took."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.at: tuple[int, int] = (0, 0)
        self.seen: list[int] = []

    def read(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
            [below] = cursor.fetchone()
        self._take(below)

    def read_to_the_end(self) -> None:
        """Where nobody writes any more. (Another database's transactions hold the bound of `read` back too.)"""
        self._take(2**62)

    def _take(self, below: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT transaction, id FROM items_event WHERE project_id = %s AND transaction < %s"
                " AND (transaction, id) > (%s, %s) ORDER BY transaction, id",
                [self.project.pk, below, *self.at],
            )
            rows = cursor.fetchall()
        self.at = rows[-1] if rows else self.at
        self.seen += [key for _, key in rows]


@pytest.mark.django_db(transaction=True)
def test_a_reader_misses_none_that_commits_late() -> None:
    """1. A slow transaction writes its event. 2. A quick one writes a later event and commits. 3. The reader reads.
    4. The slow one commits. 5. The reader reads again."""
    user = UserFactory()
    project = ProjectFactory(owner=user)
    ada = through_agent(user, project)
    slow, quick = ada.page("Slow"), ada.page("Quick")
    reader = Reader(project)
    reader.read()
    written, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        try:
            with transaction.atomic():
                ada.change("page", slow, 1, content="slow")
                written.set()
                go_on.wait(WAIT)
        finally:
            connection.close()

    thread = threading.Thread(target=slowly, daemon=True)
    thread.start()
    assert written.wait(WAIT)
    ada.change("page", quick, 1, content="quick")
    reader.read()
    early = set(reader.seen)
    go_on.set()
    thread.join(WAIT)
    reader.read_to_the_end()
    ids = {event.item.number: event.id for event in Event.objects.filter(version=2).select_related("item")}
    assert ids[slow] < ids[quick], "the slow one wrote first"
    assert not early & set(ids.values())
    assert reader.seen == list(Event.objects.order_by("transaction", "id").values_list("id", flat=True))
    assert len(reader.seen) == 4


@pytest.mark.django_db(transaction=True)
def test_it_is_written_in_the_changes_own_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    user = UserFactory()
    ada = through_agent(user, ProjectFactory(owner=user))
    number = ada.task()

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(Event.objects, "bulk_create", fail)
    with pytest.raises(RuntimeError):
        ada.change("task", number, 1, title="New")
    with pytest.raises(RuntimeError):
        ada.task("Another")
    monkeypatch.undo()
    assert ada.get(number)["version"] == 1
    assert Item.objects.count() == 1
    assert ada.task() == 2
