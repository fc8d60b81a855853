"""Requests as lists on pages show them: who asked, why, what it is without its text, and for how long it waits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from conderis.accounts.selectors import Names, names_for, people, signature
from conderis.core.actor import Actor
from items.kinds import KINDS
from items.kinds.base import Json, Kind
from privacy.models import DeletionRequest
from privacy.selectors.waiting import waiting
from projects.models import Project

LONG = timedelta(days=3)  # that a request may wait before its row says so
REQUESTERS_MOST = 10
# Whatever says something stays unread: a version's request leaves its item's state where it is.
_READ = (
    "reason", "asked_at", "status", "decided_at", "decision_reason", "version", "asked_by", "asked_agent", "decided_by",
    "project__name", "project__deletion_needs_two",
    "item__number", "item__kind", "item__project", "item__owner", "item__private", "item__erased_at",
    "proposal__kind", "proposal__project", "proposal__base_version", "proposal__erased_at",
    "proposal__item__number", "proposal__item__kind", "proposal__item__project",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """``by`` is a signature; ``of`` names what a proposal would change, None for a new item."""

    request: DeletionRequest
    by: Json
    kind: Kind
    of: str | None
    decided_by: str
    long: bool

    @property
    def thing(self) -> str:
        """``version 3 of a memory``, ``a memory as a whole``, ``a proposal for a page``: without its text."""
        kind = f"a {self.kind.name}" if self.kind.numbered else f"the {self.kind.name}"
        if self.request.proposal_id is not None:
            return f"a proposal for {kind}"
        return f"{kind} as a whole" if self.request.version is None else f"version {self.request.version} of {kind}"


@dataclass(frozen=True, slots=True)
class Requester:
    """Someone with several requests open, which an owner may reject at once."""

    user_id: str
    name: str
    count: int


def rows_of(found: QuerySet[DeletionRequest]) -> list[Row]:
    """The requests as rows, in their order. At most three queries."""
    requests = list(found.select_related("project", "item", "proposal__item").only(*_READ))
    names = names_of_people(requests)
    return [row_of(each, names) for each in requests]


def row_of(request: DeletionRequest, names: Names) -> Row:
    item, proposal = request.item, request.proposal
    about = item.kind if item is not None else proposal.kind if proposal is not None else ""
    return Row(
        request,
        by=signature(request.asked_by_id, request.asked_agent_id, names),
        kind=KINDS[about],
        of=proposal.item.ref if proposal is not None and proposal.item is not None else None,
        decided_by=names.user(request.decided_by_id) if request.decided_by_id else "",
        long=request.pending and timezone.now() - request.asked_at > LONG,
    )


def names_of_people(requests: Iterable[DeletionRequest]) -> Names:
    """Of whoever asked and decided. At most two queries."""
    found = list(requests)
    return names_for(
        (who for each in found for who in (each.asked_by_id, each.decided_by_id)),
        (each.asked_agent_id for each in found),
    )


def requesters(actor: Actor, project: Project) -> list[Requester]:
    """Who has more than one open that the caller, an owner, may reject; the most first. At most two queries."""
    rows = waiting(project)
    if project.deletion_needs_two:
        rows = rows.exclude(asked_by=actor.user_id)
    counted = rows.order_by().values_list("asked_by").annotate(count=Count("pk")).filter(count__gt=1)
    found = list(counted.order_by("-count", "asked_by")[:REQUESTERS_MOST])
    names = people(who for who, _ in found)
    return [Requester(who, names.get(who, ""), count) for who, count in found]
