"""The queue costs as many queries with a thousand proposals in it as with ten."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conderis.accounts.models import User
from projects.capabilities import Role
from projects.models import Project
from proposals.models import Proposal, Reading
from tests.factories import AgentFactory, MembershipFactory, ProjectFactory, UserFactory
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking
from tests.proposals.bulk import SINCE, add_proposals

FEW, MANY = 10, 1_000
# Three are the session's, the person's and the rail's; two are the numbers that wait.
MOST = {
    "": 16,
    "?kind=memory": 16,
    "?show=mine": 15,
    "?show=approved": 14,
    "?show=rejected": 14,
}


def busy(owner: User, size: int) -> Project:
    """Sittings of several people and agents on many items; a quarter each approved, rejected and read."""
    project: Project = ProjectFactory(owner=owner)
    people = [owner, *UserFactory.create_batch(3)]
    for person in people[1:]:
        MembershipFactory(project=project, user=person, role=Role.WRITER)
    items = add_items(project, "memory", [{"title": f"item {n}"} for n in range(size)])
    made = []
    for at, person in enumerate(people):
        agent = AgentFactory(owner=person) if at % 2 else None
        made += add_proposals(project, person, size // 4, agent=agent, items=items, sitting=at + 1)
        made += add_proposals(project, person, size // 4, agent=agent)
    Proposal.objects.filter(pk__in=[each.pk for each in made[::4]]).update(
        status="approved", decided_by=owner, decided_at=SINCE, version=2
    )
    Proposal.objects.filter(pk__in=[each.pk for each in made[1::4]]).update(
        status="rejected", decided_by=owner, decided_at=SINCE, decision_reason="No."
    )
    Reading.objects.bulk_create(
        Reading(proposal=each, user=people[1], until=timezone.now() + timedelta(minutes=5)) for each in made[2::4]
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE proposals_proposal, items_item")
    return project


def test_the_same_few_queries(owner: User) -> None:
    found = {}
    for size in (FEW, MANY):
        look = Looking(owner, f"/p/{busy(owner, size).pk}/proposals/")
        for query in MOST:
            with CaptureQueriesContext(connection) as queries:
                look.get(query)
            found[size, query] = len(queries)

    assert {query: found[FEW, query] for query in MOST if found[FEW, query] > MOST[query]} == {}
    assert {query: found[MANY, query] for query in MOST if found[MANY, query] > found[FEW, query]} == {}
