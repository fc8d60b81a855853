"""Where else something stands that was flagged: runs of words and unusual tokens that it introduced."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast, Upper

from conderis.core.actor import Actor
from items.access import visible
from items.kinds.base import Json
from items.models import Item, Version
from privacy.models import DeletionRequest, Sealed
from privacy.runs import Runs, runs_of, telling
from proposals.models import Proposal

LOOKED_FOR = 12  # of its words: the longest, of which a place must hold one to be looked at
SECONDS = 5.0  # that a trace takes at most
PLACES_MOST = 200


@dataclass(frozen=True, slots=True)
class Found:
    """One place. ``name`` is what a decision includes it by; ``shared`` how many runs and tokens it has in common."""

    name: str
    shared: int
    item: Item | None = None
    version: int | None = None
    proposal: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """``complete`` is False where the time or the number of places wasn't enough to look at all of them."""

    places: list[Found]
    complete: bool


def trace_of(actor: Actor, request: DeletionRequest) -> Trace:
    """For a pending request: versions and proposals of its project, or the caller's own, that may be read."""
    wanted = introduced(request)
    if not wanted:
        return Trace([], complete=True)
    until = time.monotonic() + SECONDS
    found: list[Found] = []
    for place in chain(_versions(actor, request, wanted), _proposals(request, wanted)):
        if place is not None:
            found.append(place)
        if time.monotonic() > until or len(found) >= PLACES_MOST:
            return Trace(_ordered(found), complete=False)
    return Trace(_ordered(found), complete=True)


def introduced(request: DeletionRequest) -> Runs:
    """What the flagged content says that wasn't said before it: all of an item, of a version what it changed."""
    rows = list(request.sealed.select_related("version", "proposal"))
    flagged = [row.state for row in rows if row.state and (request.version is None or _is_flagged(request, row))]
    said = runs_of(_texts(request, state) for state in flagged)
    if request.item is not None and request.version is not None:
        before = Version.objects.filter(item=request.item, number__lt=request.version).order_by("-number").first()
        said = said.less(runs_of([_texts(request, _state(before))] if before else []))
    return said


def _texts(request: DeletionRequest, state: Json) -> list[Any]:
    """What someone wrote in a state. One of a kind's own words, such as a type, stands in every other item too."""
    about = request.item or request.proposal
    names = (*about.rules.long_texts, *about.rules.short_texts, "tags") if about is not None else ()
    return [state.get(name) for name in names if state.get(name)]


def _is_flagged(request: DeletionRequest, row: Sealed) -> bool:
    return row.version is not None and row.version.number == request.version


def _state(version: Version) -> Json:
    """A version's state, a locked one's too: it stays within this question."""
    if version.state is not None:
        return dict(version.state)
    row = Sealed.objects.filter(version=version).first()
    return dict(row.state or {}) if row is not None else {}


def _versions(actor: Actor, request: DeletionRequest, wanted: Runs) -> Iterator[Found | None]:
    rows = Version.objects.filter(_place(actor, request, "item__"), visible(actor, "item__"), sealed=False)
    for version in _holding(rows, wanted).select_related("item").iterator(chunk_size=200):
        shared = wanted.shared([version.state or {}])
        version.item.project = request.project
        name = f"item:{version.item_id}@{version.number}"
        yield Found(name, shared, item=version.item, version=version.number) if shared else None


def _proposals(request: DeletionRequest, wanted: Runs) -> Iterator[Found | None]:
    if request.project is None:
        return
    rows = Proposal.objects.filter(project=request.project, sealed=False)
    for proposal in _holding(rows, wanted).select_related("item").iterator(chunk_size=200):
        said = [proposal.state or {}, {"reason": proposal.reason, "decided": proposal.decision_reason}]
        shared = wanted.shared(said)
        yield Found(f"proposal:{proposal.pk}", shared, item=proposal.item, proposal=proposal) if shared else None


def _place(actor: Actor, request: DeletionRequest, prefix: str) -> Q:
    if request.project is not None:
        return Q(**{f"{prefix}project": request.project})
    return Q(**{f"{prefix}owner": actor.user_id, f"{prefix}project": None})


def _holding(rows: QuerySet[Any], wanted: Runs) -> QuerySet[Any]:
    """Those that hold one of the telling words at all: the rest needn't be read."""
    condition = Q(pk=None)
    for word in telling(wanted, LOOKED_FOR):
        condition |= Q(whole__contains=word.upper())
    holding: QuerySet[Any] = rows.annotate(whole=Upper(Cast("state", TextField()))).filter(condition)
    return holding


def _ordered(found: Iterable[Found]) -> list[Found]:
    return sorted(found, key=lambda place: (-place.shared, place.name))
