"""Proposals over all of a person's projects: what they are to decide, and what became of their own."""

from datetime import timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from conderis.core.actor import Actor
from projects.capabilities import CAPABILITIES, Capability, Role
from projects.models import Project
from projects.selectors import my_projects, visible_projects
from proposals.models import Proposal
from proposals.selectors.entries import rows
from proposals.selectors.rows import Row, rows_of

LATELY = timedelta(days=14)
_DECIDERS = [role.value for role in Role if Capability.MODERATE in CAPABILITIES[role]]


def to_decide(actor: Actor, *, limit: int) -> tuple[list[Row], int]:
    """Those that wait where the person moderates, oldest first, and how many there are. At most seven queries."""
    found = deciding(actor)
    shown = list(with_project(found).order_by("pk")[: limit + 1])
    total = len(shown) if len(shown) <= limit else found.count()
    return rows_of(actor, shown[:limit]), total


def deciding(actor: Actor) -> QuerySet[Proposal]:
    """What waits where the person moderates, in projects that aren't archived."""
    mine = my_projects(actor).filter(Q(seen_as__in=_DECIDERS))
    return _readable().filter(project__in=mine.order_by().values("pk"), status=Proposal.Status.PENDING)


def outcomes(actor: Actor, *, limit: int) -> list[Row]:
    """What others decided lately of the person's own, newest first, in projects that they can still see.

    At most six queries.
    """
    decided = (Proposal.Status.APPROVED, Proposal.Status.REJECTED)
    found = _readable().filter(author=actor.user_id, status__in=decided, decided_at__gt=timezone.now() - LATELY)
    found = found.filter(project__in=visible_projects(actor).order_by().values("pk")).exclude(decided_by=actor.user_id)
    return rows_of(actor, with_project(found).order_by("-decided_at", "-pk")[:limit])


def _readable() -> QuerySet[Proposal]:
    return Proposal.objects.filter(sealed=False).exclude(item__sealed=True)


def with_project(found: QuerySet[Proposal]) -> QuerySet[Proposal]:
    """What a row needs, the name of its project included."""
    return rows(found).prefetch_related(Prefetch("project", Project.objects.only("name")))
