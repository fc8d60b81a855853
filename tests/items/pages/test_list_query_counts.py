"""A list costs as many queries in a project of a thousand items of each kind as in one of ten."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conderis.accounts.models import User
from items.models import Item, Relation, Version
from projects.models import Project
from tests.factories import AgentFactory, ProjectFactory
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking

FEW, MANY = 10, 1_000
# The most queries that each costs in the small project: five are the session's, the person's and the rail's.
MOST = {
    "tasks/": 19,
    "tasks/?includeClosed=true&assignee=me&ready=true": 27,
    "tasks/?q=title": 28,
    "tasks/board/": 20,
    "memories/": 11,
    "memories/?tags=a&sort=title&includeExpired=true": 11,
    "pages/": 9,
    "pages/?includeArchived=true": 9,
    "search/": 6,
    "search/?q=title": 22,
    "hygiene/": 24,
}


@pytest.fixture
def shelves(owner: User) -> dict[int, Looking]:
    return {size: Looking(owner, f"/p/{_filled(owner, size).pk}/") for size in (FEW, MANY)}


def _filled(owner: User, size: int) -> Project:
    """Tasks of every status with agents and parents, memories with every fault, a deep and a wide tree of pages."""
    project: Project = ProjectFactory(owner=owner)
    agents = AgentFactory.create_batch(min(size, 30), owner=owner)
    statuses = ("open", "in_progress", "blocked", "done", "canceled")
    tasks = add_items(
        project, "task",
        [
            {
                "title": f"title {n}", "status": statuses[n % 5], "assignee": agents[n % len(agents)].ref,
                "blockedReason": "R" if n % 5 == 2 else None,
            }
            for n in range(size)
        ],
        updated_agent=agents[0],
    )  # fmt: skip
    Version.objects.filter(item__in=tasks).update(changed_fields=["status"], at=timezone.now() - timedelta(days=50))
    memories = add_items(
        project, "memory",
        [
            {
                "title": f"title {n}", "tags": ["a"], "expiresAt": "2020-01-01T00:00:00Z" if n % 3 == 0 else None,
                "summary": "(auto) S" if n % 3 == 1 else "S",
            }
            for n in range(size)
        ],
    )  # fmt: skip
    pages = add_items(project, "page", [{"title": f"title {n}"} for n in range(size)])
    for n, page in enumerate(pages):
        page.position, page.parent = n, pages[n // 3 - 1] if n % 2 and n > 2 else None
    Item.objects.bulk_update(pages, ["position", "parent"])
    Item.objects.filter(pk__in=[task.pk for task in tasks[1:]]).update(parent=tasks[0])
    Relation.objects.bulk_create(
        Relation(
            source=one, target=other, relation=name, project=project, created_by=owner,
            created_at=other.created_at - timedelta(days=1),
        )
        for name in ("contradicts", "derived_from")
        for one, other in pairwise(memories)
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE items_item, items_relation, items_version")
    return project


def test_the_same_few_queries_whatever_the_size(shelves: dict[int, Looking]) -> None:
    counts = {size: {path: _count(look, path) for path in MOST} for size, look in shelves.items()}

    assert {path: count for path, count in counts[FEW].items() if count > MOST[path]} == {}
    assert {path: count for path, count in counts[MANY].items() if count > counts[FEW][path]} == {}


def _count(look: Looking, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        look.get(path)
    return len(queries)
