"""Any two versions of an item, with who, when and why; what is locked or isn't there is refused as everywhere."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.core.actor import Actor
from conderis.core.errors import Locked, NotFound
from items.access import item_for, singleton_for
from items.kinds import KINDS
from items.models import Item, Version
from items.selectors.comparing import VersionComparison, read_comparison
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import AgentFactory

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


def compared(actor: Actor, project: Project, number: int, older: int, newer: int) -> VersionComparison:
    return read_comparison(actor, item_for(actor, project, number), older, newer)


def changes(found: VersionComparison) -> list[str]:
    return [field.name for field in found.comparison.fields if field.changed]


@pytest.fixture
def number(as_owner: Caller, as_writer: Caller) -> int:
    """A task of three versions: Ada's, then two of Chi's."""
    with time_machine.travel(NOON, tick=False):
        made: int = as_owner.call(
            "item_store", kind="task", fields={"title": "One", "content": "A\nB\n"}, reason="a start"
        )["number"]
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        as_writer.change("task", made, 1, title="Two", tags=["x"])
    with time_machine.travel(NOON + timedelta(hours=2), tick=False):
        as_writer.act(made, "block", 2, reason="the vendor")
    return made


def test_two_versions(actors: Actors, project: Project, as_owner: Caller, as_writer: Caller, number: int) -> None:
    found = compared(actors.reader, project, number, 1, 3)
    assert changes(found) == ["title", "tags", "status", "blockedReason"]
    assert (found.older.number, found.older.at, found.older.reason) == (1, NOON, "a start")
    assert found.older.author == {
        "ref": f"user:{as_owner.actor.user_id}",
        "name": "Ada",
        "via": {"ref": as_owner.ref, "name": "claude-code"},
    }
    assert (found.newer.number, found.newer.at, found.newer.reason) == (3, NOON + timedelta(hours=2), "the vendor")
    assert found.newer.author is not None
    assert found.newer.author["name"] == "Chi"
    assert found.newer.reviewed_by is None


def test_each_with_the_one_before(actors: Actors, project: Project, number: int) -> None:
    assert changes(compared(actors.reader, project, number, 1, 2)) == ["title", "tags"]
    assert changes(compared(actors.reader, project, number, 2, 3)) == ["status", "blockedReason"]
    assert changes(compared(actors.reader, project, number, 3, 1)) == ["title", "tags", "status", "blockedReason"]
    assert changes(compared(actors.reader, project, number, 2, 2)) == []


def test_zero_is_empty_before_the_first(actors: Actors, project: Project, number: int) -> None:
    found = compared(actors.reader, project, number, 0, 1)
    assert changes(found) == ["title", "content"]
    assert (found.older.number, found.older.author, found.older.at, found.older.reason) == (0, None, None, "")
    [content] = found.comparison.texts
    assert [row.kind for row in content.rows] == ["added", "added"]


def test_the_context(actors: Actors, project: Project, as_owner: Caller) -> None:
    lines = "".join(f"{n}\n" for n in range(40))
    number = as_owner.task(content=lines, summary="S")
    as_owner.change("task", number, 1, content=f"{lines}more\n")
    item = item_for(actors.reader, project, number)
    [folded] = read_comparison(actors.reader, item, 1, 2).comparison.texts
    [whole] = read_comparison(actors.reader, item, 1, 2, context=None).comparison.texts
    assert (len(folded.rows), len(whole.rows)) == (5, 41)


@pytest.mark.parametrize(("older", "newer"), [(1, 4), (4, 1), (-1, 1), (1, 10**30), (0, 4)])
def test_a_version_that_isnt_there(actors: Actors, project: Project, number: int, older: int, newer: int) -> None:
    with pytest.raises(NotFound, match="its versions are 1 to 3"):
        compared(actors.reader, project, number, older, newer)


def test_a_locked_version(actors: Actors, project: Project, number: int) -> None:
    Version.objects.filter(item__number=number, number=2).update(sealed=True, state=None)
    assert changes(compared(actors.owner, project, number, 1, 3)) == ["title", "tags", "status", "blockedReason"]
    for older, newer in ((1, 2), (2, 3), (0, 2)):
        with pytest.raises(Locked, match="Version 2"):
            compared(actors.owner, project, number, older, newer)


def test_a_locked_item(actors: Actors, project: Project, number: int) -> None:
    project.items.filter(number=number).update(sealed=True, state=None)
    with pytest.raises(Locked):
        compared(actors.owner, project, number, 1, 3)


def test_a_private_one_is_compared_for_its_owner_alone(actors: Actors, project: Project, as_writer: Caller) -> None:
    number = as_writer.memory(visibility="private")
    as_writer.change("memory", number, 1, title="Mine still")
    assert changes(compared(actors.writer, project, number, 1, 2)) == ["title"]
    item = Item.objects.get(project=project, number=number)
    for other in (actors.owner, actors.moderator):
        with pytest.raises(NotFound):
            read_comparison(other, item, 1, 2)  # even where the door was forgotten


def test_the_instructions_before_they_were_stored(actors: Actors, project: Project, as_owner: Caller) -> None:
    instructions = KINDS["instructions"]
    assert changes(read_comparison(actors.reader, singleton_for(project, instructions), 0, 0)) == []
    with pytest.raises(NotFound, match="never stored"):
        read_comparison(actors.reader, singleton_for(project, instructions), 0, 1)
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": "Be kind"})
    assert changes(read_comparison(actors.reader, singleton_for(project, instructions), 0, 1)) == ["content"]


def test_assignees_by_name(actors: Actors, project: Project, as_owner: Caller, as_writer: Caller) -> None:
    number = as_owner.task(assignee=f"user:{actors.moderator.user_id}")
    as_owner.change("task", number, 1, assignee=as_writer.ref)
    found = compared(actors.reader, project, number, 1, 2)
    assert [segment.text for segment in found.comparison.short[0].segments] == ["Bea", " → ", "claude-code (Chi)"]


def test_a_state_of_an_older_shape(actors: Actors, project: Project, number: int) -> None:
    old = {"title": "One", "content": "A\nB\n", "mood": "calm", "assignee": ["odd"]}
    Version.objects.filter(item__number=number, number=1).update(state=old)
    assert changes(compared(actors.reader, project, number, 1, 2)) == ["title", "tags", "assignee", "mood"]


def test_at_most_two_queries(actors: Actors, project: Project, as_owner: Caller, number: int) -> None:
    as_owner.change("task", number, 3, assignee=AgentFactory(owner_id=actors.writer.user_id).ref)
    as_owner.change("task", number, 4, assignee=f"user:{actors.moderator.user_id}")
    item = item_for(actors.reader, project, number)
    for older, newer, most in ((1, 3, 1), (0, 2, 1), (3, 4, 2), (4, 5, 2)):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            read_comparison(actors.reader, item, older, newer)
        assert len(queries) == most, queries.captured_queries
