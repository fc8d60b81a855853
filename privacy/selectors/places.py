"""The places of a trace as the decision lists them, each with what its owner may read of it."""

from dataclasses import dataclass
from typing import Any

from items.kinds.base import Kind
from privacy.models import DeletionRequest
from privacy.selectors.trace import Found, Trace


@dataclass(frozen=True, slots=True)
class Place:
    """``title`` is another item's, blank where it might be the locked one's own. ``item`` is a short entry for its
    address, None of a proposal for a new item. ``current`` of a version: it is what the item says today."""

    name: str
    shared: int
    kind: Kind
    title: str
    item: dict[str, Any] | None
    version: int | None
    current: bool
    proposal: int | None


def places_of_trace(request: DeletionRequest, trace: Trace) -> list[Place]:
    """No query: the trace brought all of it along."""
    return [_place(request, found) for found in trace.places]


def _place(request: DeletionRequest, found: Found) -> Place:
    item, proposal = found.item, found.proposal
    about = request.item or (request.proposal.item if request.proposal is not None else None)
    own = item is not None and about is not None and item.pk == about.pk
    title = item.title if item is not None else proposal.title if proposal is not None else ""
    kind = item.rules if item is not None else proposal.rules if proposal is not None else None
    if kind is None:
        raise ValueError(f"{found.name} is neither a version nor a proposal.")
    return Place(
        name=found.name,
        shared=found.shared,
        kind=kind,
        title="" if own else title or "",
        item={"number": item.number, "ref": item.ref} if item is not None else None,
        version=found.version,
        current=item is not None and found.version == item.version,
        proposal=proposal.pk if proposal is not None else None,
    )
