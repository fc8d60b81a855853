"""What waits in a project, in the order in which a person goes through it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Max, Min, Q, QuerySet

from conderis.core.actor import Actor
from projects.models import Project
from proposals.models import Proposal
from proposals.selectors.waiting import narrowed, shelf_of


@dataclass(frozen=True, slots=True)
class Place:
    """Where a proposal stands among ``total``. ``position`` counts from 1, None for one that isn't in the queue (any
    more); ``previous`` and ``next`` are keys.

    ``following`` is what comes once this one is out of the way, which may stand before it. ``skipped`` is how many of
    the queue the reader has put off, ``last_skipped`` the latest of them.
    """

    position: int | None
    total: int
    previous: int | None = None
    next: int | None = None
    following: int | None = None
    skipped: int = 0
    last_skipped: int | None = None


def waiting(actor: Actor, project: Project, filters: Mapping[str, str]) -> QuerySet[Proposal]:
    """The pending proposals that the caller sees, oldest first, narrowed as the queue's own page is.

    What is locked isn't among them: nobody can decide it. Raises Invalid naming the filter.
    """
    return narrowed(shelf_of(actor, project, Proposal.Status.PENDING), filters).order_by("pk")


def place_in(queue: QuerySet[Proposal], proposal: Proposal, skipped: Sequence[int] = ()) -> Place:
    """Where the proposal stands in a queue of `waiting`; what its reader ``skipped`` comes last. One query."""
    put_off = Q(pk__in=skipped)
    before, after = ~put_off & Q(pk__lt=proposal.pk), ~put_off & Q(pk__gt=proposal.pk)
    found = queue.order_by().aggregate(
        total=Count("pk"),
        free=Count("pk", filter=~put_off),
        passed=Count("pk", filter=before),
        here=Count("pk", filter=Q(pk=proposal.pk)),
        first=Min("pk", filter=~put_off & ~Q(pk=proposal.pk)),
        last=Max("pk", filter=~put_off & ~Q(pk=proposal.pk)),
        previous=Max("pk", filter=before),
        next=Min("pk", filter=after),
        put_off=ArrayAgg("pk", filter=put_off, default=[]),
    )
    there = set(found["put_off"])
    late = [pk for pk in skipped if pk in there]
    total = found["total"]
    place: dict[str, Any] = {"skipped": len(late), "last_skipped": late[-1] if late else None}
    if proposal.pk in there:
        at = late.index(proposal.pk)
        onward = late[at + 1] if at + 1 < len(late) else None
        back = late[at - 1] if at else found["last"]
        following = onward or found["first"] or (late[0] if at else None)
        return Place(found["free"] + at + 1, total, back, onward, following, **place)
    onward = found["next"] or (late[0] if late else None)
    following = found["next"] or found["first"] or onward
    return Place(found["passed"] + 1 if found["here"] else None, total, found["previous"], onward, following, **place)
