"""A tool call costs a few queries, as many in a project of a thousand items of each kind as in one of ten."""

from typing import Any

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from items.models import Item, Relation
from projects.models import Project
from tests.calls import Caller, Json, text_of
from tests.factories import AgentFactory, ProjectFactory
from tests.items.bulk import add_items

FEW, MANY = 10, 1_000


def _batch(count: int) -> Json:
    items: list[Json] = [{"key": "epic", "kind": "task", "fields": {"title": "Epic"}}]
    items += [{"kind": "task", "fields": {"title": "T", "parent": "epic"}} for _ in range(count - 1)]
    return {"idempotencyKey": "k", "items": items}


# What is called, and the most queries that it costs in the small project. Savepoints and the call's own transaction
# count; the check of the key doesn't.
CALLS: list[tuple[str, str, Json, int]] = [
    ("recall", "recall", {}, 15),
    ("recall with a focus", "recall", {"focus": "title of a task"}, 29),
    ("recall without a project", "recall", {"projectId": None}, 2),
    ("the guide", "recall", {"guide": True}, 1),
    ("the projects", "project_get", {"projectId": None}, 1),
    ("the project", "project_get", {}, 6),
    ("a project's settings", "project_store", {"description": "New"}, 6),
    ("an item", "item_get", {"number": "TASK"}, 7),
    ("an item as it was", "item_get", {"number": "TASK", "version": 1}, 8),
    ("its history", "item_get", {"number": "TASK", "history": True}, 4),
    ("the instructions", "item_get", {"ref": "instructions"}, 4),
    ("tasks", "item_list", {"kind": "task", "limit": 100}, 4),
    ("memories", "item_list", {"kind": "memory", "limit": 100}, 3),
    ("pages", "item_list", {"kind": "page", "limit": 100, "sort": "position"}, 3),
    ("ready tasks", "item_list", {"kind": "task", "filter": {"ready": True, "assignee": "me"}, "limit": 100}, 4),
    ("tasks by a query", "item_list", {"kind": "task", "query": "title", "limit": 100}, 16),
    ("everything by a query", "item_list", {"query": "title task", "limit": 100}, 11),
    ("a query by title", "item_list", {"kind": "task", "query": "title", "sort": "title", "limit": 100}, 15),
    ("a new task", "item_store", {"kind": "task", "fields": {"title": "T", "parent": "TASK", "assignee": "ME"}}, 11),
    ("a new memory", "item_store", {"kind": "memory", "fields": {"title": "T", "summary": "S"}}, 8),
    ("a new page", "item_store", {"kind": "page", "fields": {"title": "T", "position": 0}}, 10),
    (
        "a personal memory",
        "item_store",
        {"projectId": None, "kind": "memory", "fields": {"title": "T", "summary": "S"}},
        6,
    ),
    ("a change", "item_store", {"kind": "task", "number": "TASK", "version": 1, "fields": {"title": "New"}}, 10),
    ("a change of nothing", "item_store", {"kind": "task", "number": "TASK", "version": 1, "fields": {"tags": []}}, 7),
    ("a move", "item_store", {"kind": "page", "number": "PAGE", "fields": {"position": 3}}, 11),
    ("a move to a parent", "item_store", {"kind": "task", "number": "TASK", "fields": {"parent": "OTHER"}}, 11),
    (
        "the instructions' change",
        "item_store",
        {"kind": "instructions", "version": 1, "fields": {"content": "New"}},
        10,
    ),
    ("a batch of 3", "item_store", {"kind": "task", "batch": _batch(3)}, 16),
    ("a batch of 50", "item_store", {"kind": "task", "batch": _batch(50)}, 16),
    ("claim", "item_action", {"number": "TASK", "action": "claim", "version": 1}, 7),
    ("complete", "item_action", {"number": "TASK", "action": "complete", "version": 1}, 8),
    ("archive a memory", "item_action", {"number": "MEMORY", "action": "archive", "version": 1}, 8),
    ("archive a page", "item_action", {"number": "PAGE", "action": "archive", "version": 1}, 10),
    ("relate", "item_action", {"number": "TASK", "action": "relate", "relation": "depends_on", "target": "OTHER"}, 13),
    ("a conflict", "item_store", {"kind": "task", "number": "TASK", "version": 9, "fields": {"title": "New"}}, 11),
    ("ask for deletion", "item_delete", {"number": "TASK", "reason": "r"}, 15),
]


# Children or relations that aren't all shown are counted by a query of their own.
COUNTED_APART = {"an item": 1, "an item as it was": 1}


class Shelf:
    """A project of some size: tasks with agents of their own, dependencies, versions and children; memories; pages."""

    def __init__(self, caller: Caller, owner: User, project: Project, size: int) -> None:
        self.caller, self.owner, self.project = caller, owner, project
        agents = AgentFactory.create_batch(min(size, 30), owner=owner)
        reason = {"status": "blocked", "blockedReason": "R"}
        states = [
            {
                "title": f"title of task {place}", "assignee": agents[place % len(agents)].ref,
                **(reason if place % 4 == 0 else {}),
            }
            for place in range(size)
        ]  # fmt: skip
        tasks = add_items(project, "task", states)
        self._hang_together(tasks)
        memories = add_items(project, "memory", [{"title": f"title {place}", "tags": ["a"]} for place in range(size)])
        pages = add_items(project, "page", [{"title": f"title {place}"} for place in range(size)])
        for place, page in enumerate(pages):
            page.position = place
        Item.objects.bulk_update(pages, ["position"])
        caller.call("item_store", kind="instructions", version=0, fields={"content": "Keep it short."})
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE items_item, items_relation, items_version")  # as autovacuum does within a minute
        self.names = {
            "TASK": tasks[0].number, "OTHER": tasks[1].number, "MEMORY": memories[0].number, "PAGE": pages[5].number,
            "ME": caller.ref,
        }  # fmt: skip

    def _hang_together(self, tasks: list[Item]) -> None:
        """Half of them are children of the third and depend on it; the first has as many relations."""
        parent, half = tasks[2], tasks[3 : 3 + len(tasks) // 2]
        for child in half:
            child.parent = parent
        Item.objects.bulk_update(half, ["parent"])
        links = [(child, parent, "depends_on") for child in half] + [(tasks[0], child, "related") for child in half]
        Relation.objects.bulk_create(
            Relation(
                source=one,
                target=other,
                relation=name,
                project=one.project,
                created_by=self.owner,
                created_at=one.created_at,
            )
            for one, other, name in links
        )

    def counts(self) -> dict[str, int]:
        """The queries of each call, none of which leaves anything behind."""
        return {what: self._count(tool, arguments) for what, tool, arguments, _ in CALLS}

    def _count(self, tool: str, arguments: Json) -> int:
        sent = self._named({"projectId": self.project.id, **arguments})
        if sent["projectId"] is None:
            del sent["projectId"]
        with transaction.atomic():
            with CaptureQueriesContext(connection) as queries:
                result = self.caller.result(tool, sent)
            transaction.set_rollback(True)
        refusal = {"item_delete": "denied"}.get(tool, "conflict")
        assert "isError" not in result or f'"error":"{refusal}"' in text_of(result), text_of(result)
        return len(queries)

    def _named(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._named(inner) for name, inner in value.items()}
        return self.names.get(value, value) if isinstance(value, str) else value


def test_the_same_few_queries_whatever_the_size(as_owner: Caller, owner: User) -> None:
    few, many = (
        Shelf(Caller(as_owner.actor, project.id), owner, project, size).counts()
        for project, size in ((ProjectFactory(owner=owner), FEW), (ProjectFactory(owner=owner), MANY))
    )
    bounds = {what: most for what, _, _, most in CALLS}
    assert {what: count for what, count in few.items() if count > bounds[what]} == {}
    grown = {what: count - few[what] for what, count in many.items()}
    assert {what: more for what, more in grown.items() if more > COUNTED_APART.get(what, 0)} == {}
    assert few["a batch of 50"] == few["a batch of 3"]
