"""The idempotencyKey: the same batch again stores nothing twice, another one under it is refused."""

from typing import Any

import pytest

from conderis.accounts.models import User
from items.models import Event, Item
from projects.models import Project
from proposals.models import BatchResult
from tests.calls import Caller, Json
from tests.conftest import through_agent
from tests.factories import acting

TASKS = [
    {"key": "a", "kind": "task", "fields": {"title": "A"}},
    {"kind": "task", "fields": {"title": "B", "parent": "a"}},
]
PAGES = [{"kind": "page", "fields": {"title": "P"}}]
BAD_PAGES: list[Json] = [{"kind": "page", "fields": {"title": ""}}]


def send(caller: Caller, items: list[Any], key: str = "k", **more: Any) -> Json:
    batch = {"idempotencyKey": key, "items": items, **more}
    kinds: Json = caller.call("item_store", kind="task", batch=batch)["kinds"]
    return kinds


def clash(caller: Caller, items: list[Any], key: str = "k") -> Json:
    return caller.refused("idempotency", "item_store", kind="task", batch={"idempotencyKey": key, "items": items})


def test_the_same_again(as_owner: Caller) -> None:
    first = send(as_owner, TASKS)
    again = send(as_owner, TASKS)
    assert first == {"task": {"outcome": "stored", "numbers": {"a": 1}, "all": [1, 2]}}
    assert again == {"task": {**first["task"], "replayed": True}}
    assert (Item.objects.count(), Event.objects.count()) == (2, 2)
    assert as_owner.task() == 3


def test_again_after_the_items_have_changed(as_owner: Caller) -> None:
    send(as_owner, TASKS)
    as_owner.change("task", 1, 1, title="Renamed", status="done")
    assert send(as_owner, TASKS)["task"]["all"] == [1, 2]
    assert as_owner.get(1)["fields"]["title"] == "Renamed"


@pytest.mark.parametrize(
    "other",
    [
        [{"kind": "task", "fields": {"title": "Other"}}],
        TASKS[:1],
        TASKS[::-1],
        [*TASKS, {"kind": "task", "fields": {"title": "C"}}],
        [{**TASKS[0], "key": "b"}, {"kind": "task", "fields": {"title": "B", "parent": "b"}}],
        [{**TASKS[0], "fields": {"title": "A", "tags": []}}, TASKS[1]],
    ],
)
def test_other_content_is_refused(as_owner: Caller, other: list[Any]) -> None:
    send(as_owner, TASKS)
    error = clash(as_owner, other)
    assert "idempotencyKey" in error["message"]
    assert Item.objects.count() == 2
    assert send(as_owner, TASKS)["task"]["replayed"] is True


def test_the_whole_call_is_refused_before_anything_is_stored(as_owner: Caller) -> None:
    send(as_owner, TASKS)
    clash(as_owner, [*PAGES, {"kind": "task", "fields": {"title": "Other"}}])
    assert as_owner.call("item_list", kind="page")["total"] == 0
    assert list(BatchResult.objects.values_list("kind", flat=True)) == ["task"]


def test_a_failed_kind_is_corrected(as_owner: Caller) -> None:
    first = send(as_owner, [*TASKS, *BAD_PAGES])
    assert (first["task"]["outcome"], first["page"]["outcome"]) == ("stored", "failed")
    second = send(as_owner, [*TASKS, *BAD_PAGES])
    assert (second["task"]["replayed"], second["page"]["outcome"]) == (True, "failed")
    third = send(as_owner, [*TASKS, *PAGES])
    assert third["task"] == {**first["task"], "replayed": True}
    assert third["page"] == {"outcome": "stored", "numbers": {}, "all": [3]}
    assert send(as_owner, [*TASKS, *PAGES])["page"] == {**third["page"], "replayed": True}
    clash(as_owner, [*TASKS, *BAD_PAGES])
    assert Item.objects.count() == 3


def test_a_kind_that_wasnt_there_may_come_later(as_owner: Caller) -> None:
    send(as_owner, TASKS)
    assert send(as_owner, PAGES)["page"]["all"] == [3]
    assert send(as_owner, [*PAGES, *TASKS]) == {
        "page": {"outcome": "stored", "numbers": {}, "all": [3], "replayed": True},
        "task": {"outcome": "stored", "numbers": {"a": 1}, "all": [1, 2], "replayed": True},
    }


def test_a_failed_batch_binds_nothing(as_owner: Caller) -> None:
    send(as_owner, BAD_PAGES)
    assert send(as_owner, [{"kind": "page", "fields": {"title": "Quite another"}}])["page"]["outcome"] == "stored"


def test_source_doesnt_count(as_owner: Caller) -> None:
    first = send(as_owner, TASKS, source="trello")
    for source in ({"source": "jira"}, {}, {"source": None}, {"source": ""}):
        assert send(as_owner, TASKS, **source)["task"] == {**first["task"], "replayed": True}


def test_neither_the_order_of_keys_nor_of_kinds_counts(as_owner: Caller) -> None:
    send(as_owner, [{"kind": "task", "fields": {"title": "A", "content": "C"}}, *PAGES])
    again = send(as_owner, [*PAGES, {"fields": {"content": "C", "title": "A"}, "kind": "task"}])
    assert (again["task"]["replayed"], again["page"]["replayed"]) == (True, True)


def test_another_key_is_another_batch(as_owner: Caller) -> None:
    assert send(as_owner, TASKS)["task"]["all"] == [1, 2]
    assert send(as_owner, TASKS, key="K")["task"]["all"] == [3, 4]
    assert send(as_owner, TASKS, key="k ")["task"]["all"] == [5, 6]


def test_it_is_bound_to_the_person(as_owner: Caller, as_writer: Caller, owner: User, project: Project) -> None:
    send(as_owner, TASKS)
    assert send(as_writer, TASKS)["task"]["all"] == [3, 4]
    for caller in (through_agent(owner, project), Caller(acting(owner), project.id)):
        assert send(caller, TASKS)["task"] == {
            "outcome": "stored",
            "numbers": {"a": 1},
            "all": [1, 2],
            "replayed": True,
        }


def test_it_is_bound_to_the_project(as_owner: Caller) -> None:
    other = Caller(as_owner.actor, as_owner.call("project_store", projectId=None, name="Other")["projectId"])
    memories = [{"kind": "memory", "fields": {"title": "M", "summary": "S"}}]
    send(as_owner, memories)
    assert send(other, memories)["memory"] == {"outcome": "stored", "numbers": {}, "all": [1]}
    personal = as_owner.call(
        "item_store", projectId=None, kind="memory", batch={"idempotencyKey": "k", "items": memories}
    )
    assert "replayed" not in personal["kinds"]["memory"]
    again = as_owner.call("item_store", projectId=None, kind="memory", batch={"idempotencyKey": "k", "items": memories})
    assert again["kinds"]["memory"] == {**personal["kinds"]["memory"], "replayed": True}


def test_a_denied_kind_is_tried_again_once_it_may(as_writer: Caller, writer: User, project: Project) -> None:
    assert send(as_writer, PAGES)["page"]["error"]["error"] == "denied"
    project.memberships.filter(user=writer).update(role=3)
    assert send(as_writer, PAGES)["page"]["outcome"] == "stored"


def test_what_is_kept_of_it_is_no_content(as_owner: Caller) -> None:
    send(as_owner, [{"kind": "task", "fields": {"title": "CANARY", "content": "CANARY"}}])
    [row] = BatchResult.objects.values()
    assert "CANARY" not in str(row)
