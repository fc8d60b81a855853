"""A page and a decision cost as much with a thousand waiting as with ten."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from projects.models import Project
from proposals.models import Proposal
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking
from tests.proposals.bulk import add_proposals

PAGE_MOST, DECISION_MOST = 16, 40


def counted(looking: Looking, first: Proposal, second: Proposal) -> tuple[int, int]:
    with CaptureQueriesContext(
        connection,
    ) as page:
        looking.get(f"{first.pk}/")
    with CaptureQueriesContext(connection) as decision:
        looking.post(f"{second.pk}/approve/", 200, swap=True, seen=1)
    return len(page), len(decision)


def test_whatever_waits(project: Project, writer: User, at_moderator: Looking) -> None:
    items = add_items(project, "memory", ({"title": f"Item {n}"} for n in range(10)))
    found = []
    for more in (10, 990):
        made = add_proposals(project, writer, more, items=items)
        found.append(counted(at_moderator, made[3], made[4]))
        Proposal.objects.filter(pk=made[3].pk).update(item=None, base_version=0)  # the next round's items are fresh
        items = add_items(project, "memory", ({"title": f"Item {n}"} for n in range(10)))

    (page, decision), again = found
    assert again == (page, decision)
    assert page <= PAGE_MOST
    assert decision <= DECISION_MOST
