"""The pages cost as many queries with a thousand requests as with ten."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from privacy.models import DeletionRequest, Sealed
from projects.capabilities import Role
from projects.models import Project
from tests.factories import AgentFactory, MembershipFactory, ProjectFactory, UserFactory
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking

FEW, MANY = 10, 1_000
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


def busy(owner: User, size: int) -> Project:
    """Requests of five people, every other one through an agent; as many were decided."""
    project: Project = ProjectFactory(owner=owner)
    people = UserFactory.create_batch(5)
    for person in people:
        MembershipFactory(project=project, user=person, role=Role.WRITER)
    agents = [AgentFactory(owner=person) for person in people]
    items = add_items(project, "memory", [{"title": f"item {n}"} for n in range(2 * size)])
    requests = [
        DeletionRequest(
            project=project, item=item, reason=f"reason {n}", asked_by=people[n % 5],
            asked_at=SINCE + timedelta(hours=n), asked_agent=agents[n % 5] if n % 2 else None,
            status="rejected" if n >= size else "pending",
            decided_by=owner if n >= size else None, decided_at=SINCE if n >= size else None,
        )
        for n, item in enumerate(items)
    ]  # fmt: skip
    DeletionRequest.objects.bulk_create(requests)
    for request in requests[:size]:
        request.item.state, request.item.sealed, request.item.deletion = None, True, request.pk  # type: ignore[union-attr]
    type(items[0]).objects.bulk_update(items[:size], ["state", "sealed", "deletion"])
    Sealed.objects.bulk_create(Sealed(request=each, item=each.item, state={"title": "T"}) for each in requests[:size])
    return project


def counted(look: Looking, path: str) -> int:
    look.get(path)
    with CaptureQueriesContext(connection) as queries:
        look.get(path)
    return len(queries)


def test_the_queue_the_dashboard_and_a_decision(owner: User) -> None:
    look = Looking(owner, "")
    pages: list[Callable[[Project], str]] = [
        lambda project: f"/p/{project.pk}/privacy/",
        lambda project: f"/p/{project.pk}/privacy/?show=decided",
        lambda project: f"/p/{project.pk}/tasks/",
        lambda project: f"/privacy/{DeletionRequest.objects.filter(project=project).earliest('pk').pk}/",
        lambda project: f"/p/{project.pk}/{project.items.earliest('pk').number}/",
        lambda _: "/",
        lambda _: "/privacy/",
    ]
    found = []
    for size in (FEW, MANY):
        project = busy(owner, size)
        found.append([counted(look, page(project)) for page in pages])
    assert found[0] == found[1]
    assert max(found[1]) <= 30, found
