"""item_list: short entries, filters and sorts of each kind."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller, Json
from tests.conftest import through_agent

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


class TestShortEntries:
    def test_of_a_task(self, as_owner: Caller) -> None:
        parent = as_owner.task("Parent", status="done")
        number = as_owner.task("T", summary="S", content="BODY", tags=["a"], priority="high", assignee=as_owner.ref,
                               parent=parent)  # fmt: skip
        as_owner.act(number, "block", 1, reason="the vendor")
        found = as_owner.call("item_list", kind="task")
        assert found == {
            "items": [
                {
                    "number": number, "title": "T", "summary": "S", "status": "blocked", "priority": "high",
                    "assignee": found["items"][0]["assignee"], "blockedReason": "the vendor", "tags": ["a"],
                    "parent": {"number": parent, "title": "Parent"}, "version": 2,
                }
            ],
            "total": 1,
            "hasMore": False,
            "nextCursor": None,
        }  # fmt: skip
        assert as_owner.ref in json.dumps(found["items"][0]["assignee"])

    def test_of_a_memory(self, as_owner: Caller) -> None:
        number = as_owner.memory("T", "S", content="BODY", tags=["b", "a"], type="decision", visibility="private")
        assert as_owner.call("item_list", kind="memory")["items"] == [
            {
                "number": number, "title": "T", "summary": "S", "type": "decision", "tags": ["b", "a"],
                "visibility": "private", "version": 1,
            }
        ]  # fmt: skip

    def test_of_a_page(self, as_owner: Caller) -> None:
        parent = as_owner.page("Parent")
        number = as_owner.page("T", summary="S", content="BODY", parent=parent)
        assert as_owner.call("item_list", kind="page", filter={"parent": parent})["items"] == [
            {
                "number": number, "title": "T", "summary": "S", "position": 0,
                "parent": {"number": parent, "title": "Parent"}, "version": 1,
            }
        ]  # fmt: skip

    def test_content_is_in_no_list_and_no_recall(self, as_owner: Caller) -> None:
        body = "BODYWORD " * 30
        task, page = as_owner.task(summary="S", content=body), as_owner.page(content=body)
        as_owner.memory(content=body)
        as_owner.personal(content=body)
        as_owner.relate(task, "related", page)
        as_owner.task(parent=task, summary="S", content=body)
        for kind in ("task", "memory", "page"):
            listed = as_owner.call("item_list", kind=kind)
            assert listed["total"] >= 1
            assert "BODYWORD" not in json.dumps(listed)
        assert "BODYWORD" not in json.dumps(as_owner.call("item_list", kind="task", query="BODYWORD task memory"))
        assert "BODYWORD" not in as_owner.text("recall", maxChars=20_000)
        assert "BODYWORD" not in as_owner.text("recall", projectId=None)
        got = as_owner.get(task)
        assert "BODYWORD" not in json.dumps([got["relations"], got["children"], got["parent"]])


class TestTasks:
    def test_the_active_ones_unless_closed_ones_are_included(self, as_owner: Caller) -> None:
        numbers = {status: as_owner.task(status=status) for status in ("open", "in_progress", "done", "canceled")}
        blocked = as_owner.task()
        as_owner.act(blocked, "block", 1, reason="the vendor")
        active = {numbers["open"], numbers["in_progress"], blocked}
        assert set(as_owner.numbers("task")) == active
        assert as_owner.call("item_list", kind="task")["total"] == 3
        everything = active | {numbers["done"], numbers["canceled"]}
        assert set(as_owner.numbers("task", filter={"includeClosed": True})) == everything
        assert set(as_owner.numbers("task", filter={"includeClosed": False})) == active

    def test_there_is_no_status_filter(self, as_owner: Caller) -> None:
        error = as_owner.refused("unknown_filter", "item_list", kind="task", filter={"status": "open"})
        assert error["allowed"] == ["priority", "assignee", "parent", "tags", "ready", "includeClosed"]

    def test_priority(self, as_owner: Caller) -> None:
        made = {name: as_owner.task(priority=name) for name in ("low", "normal", "high", "urgent")}
        for name, number in made.items():
            assert as_owner.numbers("task", filter={"priority": name}) == [number]
        for wrong in ("P1", "", 1, ["high"], True):
            error = as_owner.refused("invalid", "item_list", kind="task", filter={"priority": wrong})
            assert error["field"] == "priority"
            assert "urgent" in error["message"]

    def test_assignee(self, as_owner: Caller, as_writer: Caller, owner: User, project: Project) -> None:
        twin, person = through_agent(owner, project), f"user:{owner.id}"
        mine, twins, hers = (as_owner.task(assignee=ref) for ref in (as_owner.ref, twin.ref, person))
        theirs, free = as_owner.task(assignee=as_writer.ref), as_owner.task()
        assert set(as_owner.numbers("task", filter={"assignee": "me"})) == {mine, twins, hers}
        assert set(twin.numbers("task", filter={"assignee": "me"})) == {mine, twins, hers}
        assert as_writer.numbers("task", filter={"assignee": "me"}) == [theirs]
        assert as_owner.numbers("task", filter={"assignee": person}) == [hers]
        assert as_owner.numbers("task", filter={"assignee": as_owner.ref}) == [mine]
        assert as_owner.numbers("task", filter={"assignee": "user:nobodyhere22"}) == []
        assert set(as_owner.numbers("task")) == {mine, twins, hers, theirs, free}
        for wrong in ("Ada", "", 7, ["me"], "ME"):
            error = as_owner.refused("invalid", "item_list", kind="task", filter={"assignee": wrong})
            assert error["field"] == "assignee"

    def test_ready(self, as_owner: Caller) -> None:
        first, second, third = as_owner.task("1"), as_owner.task("2"), as_owner.task("3")
        free = as_owner.task("4", status="in_progress")
        blocked = as_owner.task("5")
        as_owner.act(blocked, "block", 1, reason="the vendor")
        as_owner.relate(second, "depends_on", first)
        as_owner.relate(third, "depends_on", second)
        as_owner.relate(free, "related", third)
        assert set(as_owner.numbers("task", filter={"ready": True})) == {first, free}
        assert set(as_owner.numbers("task", filter={"ready": False})) == {second, third, blocked}
        as_owner.act(first, "block", 1, reason="the vendor")
        assert as_owner.numbers("task", filter={"ready": True}) == [free]
        as_owner.act(first, "complete", 2)
        assert set(as_owner.numbers("task", filter={"ready": True})) == {second, free}
        as_owner.change("task", second, 1, status="canceled")
        assert set(as_owner.numbers("task", filter={"ready": True})) == {third, free}

    def test_sort_by_priority(self, as_owner: Caller) -> None:
        made = {name: as_owner.task(priority=name) for name in ("normal", "urgent", "low", "high")}
        highest_first = [made[name] for name in ("urgent", "high", "normal", "low")]
        assert as_owner.numbers("task", sort="priority") == highest_first
        assert as_owner.numbers("task", sort="-priority") == highest_first[::-1]


class TestMemories:
    def test_type_and_visibility(self, as_owner: Caller) -> None:
        types = ("fact", "decision", "preference", "constraint", "pattern", "handoff")
        made = {name: as_owner.memory(type=name) for name in types}
        for name, number in made.items():
            assert as_owner.numbers("memory", filter={"type": name}) == [number]
        private = as_owner.memory(visibility="private")
        assert as_owner.numbers("memory", filter={"visibility": "private"}) == [private]
        assert private not in as_owner.numbers("memory", filter={"visibility": "shared"})
        assert as_owner.numbers("memory", filter={"visibility": "private", "type": "handoff"}) == []
        as_owner.refused("invalid", "item_list", kind="memory", filter={"type": "idea"})
        as_owner.refused("invalid", "item_list", kind="memory", filter={"visibility": "public"})

    def test_archived_and_expired(self, as_owner: Caller) -> None:
        with time_machine.travel(NOON, tick=False):
            plain, later = as_owner.memory(), as_owner.memory(expiresAt="2030-06-01T12:00:01Z")
            expired, archived = as_owner.memory(expiresAt="2030-06-01T12:00:00Z"), as_owner.memory()
            both = as_owner.memory(expiresAt="2020-01-01")
            as_owner.act(archived, "archive", 1)
            as_owner.act(both, "archive", 1)
            assert set(as_owner.numbers("memory")) == {plain, later}
            assert as_owner.call("project_get")["counts"]["memories"] == 2
            assert set(as_owner.numbers("memory", filter={"includeExpired": True})) == {plain, later, expired}
            assert set(as_owner.numbers("memory", filter={"includeArchived": True})) == {plain, later, archived}
            everything = {"includeExpired": True, "includeArchived": True}
            assert len(as_owner.numbers("memory", filter=everything)) == 5
        with time_machine.travel(NOON + timedelta(seconds=1), tick=False):
            assert as_owner.numbers("memory") == [plain]

    def test_allowed_filters(self, as_owner: Caller) -> None:
        error = as_owner.refused("unknown_filter", "item_list", kind="memory", filter={"parent": 1})
        assert error["allowed"] == ["type", "tags", "visibility", "includeArchived", "includeExpired"]
        as_owner.refused("unknown_filter", "item_list", kind="memory", filter={"includeClosed": True})


class TestPages:
    def test_parent_and_archived(self, as_owner: Caller) -> None:
        book = as_owner.page("Book")
        one, two = as_owner.page("One", parent=book), as_owner.page("Two", parent=book)
        as_owner.act(two, "archive", 1)
        assert as_owner.numbers("page", filter={"parent": book}) == [one]
        assert set(as_owner.numbers("page", filter={"parent": book, "includeArchived": True})) == {one, two}
        assert as_owner.numbers("page", filter={"parent": one}) == []
        assert as_owner.numbers("page", filter={"parent": 99}) == []
        for wrong in ("none", True, [1], 1.5):
            error = as_owner.refused("invalid", "item_list", kind="page", filter={"parent": wrong})
            assert error["field"] == "parent"

    def test_allowed_filters(self, as_owner: Caller) -> None:
        error = as_owner.refused("unknown_filter", "item_list", kind="page", filter={"type": "fact"})
        assert error["allowed"] == ["parent", "tags", "includeArchived"]


@pytest.mark.parametrize("kind", ["task", "memory", "page"])
class TestEveryKind:
    def _new(self, caller: Caller, kind: str, title: str = "T", **fields: Any) -> int:
        more = {"summary": "S"} if kind == "memory" else {}
        number: int = caller.store(kind, title=title, **more, **fields)
        return number

    def test_tags_wants_all_of_them(self, as_owner: Caller, kind: str) -> None:
        both = self._new(as_owner, kind, tags=["api", "on-call"])
        one = self._new(as_owner, kind, tags=["api"])
        self._new(as_owner, kind)
        assert set(as_owner.numbers(kind, filter={"tags": ["api"]})) == {both, one}
        assert as_owner.numbers(kind, filter={"tags": ["on-call", "API", "api"]}) == [both]
        assert as_owner.numbers(kind, filter={"tags": ["api", "other"]}) == []
        assert len(as_owner.numbers(kind, filter={"tags": []})) == 3
        for wrong in (["No!"], "api", [1], 7, ["a", "b", "c", "d", "e", "f"]):
            assert as_owner.refused("invalid", "item_list", kind=kind, filter={"tags": wrong})["field"] == "tags"

    def test_sorts(self, as_owner: Caller, kind: str) -> None:
        titles = ["beta", "Alpha", "alpha 2", "Gamma"]
        made = []
        for hour, title in enumerate(titles):
            with time_machine.travel(NOON + timedelta(hours=hour), tick=False):
                made.append(self._new(as_owner, kind, title))
        with time_machine.travel(NOON + timedelta(hours=9), tick=False):
            as_owner.change(kind, made[1], 1, content="new")
        beta, alpha, alpha2, gamma = made
        expected = {
            None: [alpha, gamma, alpha2, beta],
            "updated": [alpha, gamma, alpha2, beta],
            "created": [beta, alpha, alpha2, gamma],
            "title": [alpha, alpha2, beta, gamma],
        }
        for sort, numbers in expected.items():
            assert as_owner.numbers(kind, sort=sort) == numbers
            if sort:
                assert as_owner.numbers(kind, sort=f"-{sort}") == numbers[::-1]

    def test_unknown_sorts(self, as_owner: Caller, kind: str) -> None:
        allowed = {"task": ["priority"], "page": ["position"], "memory": []}[kind]
        for sort in ("random", "--updated", "Updated", "", "-", "updated,title", "weight", "relevance"):
            error = as_owner.refused("unknown_sort", "item_list", kind=kind, sort=sort)
            assert error["allowed"] == ["updated", "created", "title", *allowed]
        for sort in (7, True, ["updated"], {"updated": -1}):
            assert as_owner.refused("invalid", "item_list", kind=kind, sort=sort)["field"] == "sort"
        other = "position" if kind == "task" else "priority"
        as_owner.refused("unknown_sort", "item_list", kind=kind, sort=other)

    def test_unknown_filters_count_with_null_too(self, as_owner: Caller, kind: str) -> None:
        for name in ("status", "number", "", "Tags", "title"):
            error = as_owner.refused("unknown_filter", "item_list", kind=kind, filter={name: None})
            assert "tags" in error["allowed"]
            assert all(allowed in error["message"] for allowed in error["allowed"])

    def test_a_filter_of_null_filters_nothing(self, as_owner: Caller, kind: str) -> None:
        number = self._new(as_owner, kind)
        assert as_owner.numbers(kind, filter={"tags": None}) == [number]
        assert as_owner.numbers(kind, filter={}) == [number]

    def test_locked_ones_are_in_no_list_and_no_count(self, as_owner: Caller, kind: str, project: Project) -> None:
        number, other = self._new(as_owner, kind, "Secret"), self._new(as_owner, kind, "Plain")
        project.items.filter(number=number).update(sealed=True, state=None)
        listed: Json = as_owner.call("item_list", kind=kind)
        assert ([entry["number"] for entry in listed["items"]], listed["total"]) == ([other], 1)
        assert as_owner.numbers(kind, query="Secret") == []
        counted = {"task": "openTasks", "memory": "memories", "page": "pages"}[kind]
        assert as_owner.call("project_get")["counts"][counted] == 1
        assert f"#{number} " not in as_owner.text("recall")

    def test_another_projects_items_arent_here(self, as_owner: Caller, kind: str) -> None:
        other = Caller(as_owner.actor, as_owner.call("project_store", projectId=None, name="Other")["projectId"])
        self._new(other, kind)
        assert as_owner.call("item_list", kind=kind)["total"] == 0
        assert other.call("item_list", kind=kind)["total"] == 1


def test_the_kind(as_owner: Caller) -> None:
    assert as_owner.refused("missing", "item_list")["field"] == "kind"
    for wrong in ("note", "Task", "tasks", "", "instructions"):
        error = as_owner.refused("unknown_kind", "item_list", kind=wrong)
        assert error["allowed"] == ["memory", "page", "task", "proposal"]
    for odd in (7, True, ["task"], {"task": 1}):
        result = as_owner.result("item_list", {"projectId": as_owner.project_id, "kind": odd})
        assert result["isError"] is True
