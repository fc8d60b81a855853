"""The further places that a decision includes, each named as its trace shows it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.models import Item
from items.services.locking import lock_tree
from privacy.models import DeletionRequest
from privacy.selectors.trace import trace_of
from proposals.models import Proposal

_NAME = re.compile(r"item:(?P<item>[0-9]{1,18})@[0-9]{1,9}|proposal:(?P<proposal>[0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """An item as a whole, one version of it, or a proposal."""

    item_id: int | None = None
    version: int | None = None
    proposal: Proposal | None = None


def asked_for(request: DeletionRequest) -> list[Place]:
    """What the request itself is about."""
    if request.proposal is not None:
        return [Place(proposal=request.proposal)]
    return [Place(item_id=request.item_id, version=request.version)]


def places_of(actor: Actor, request: DeletionRequest, names: Iterable[str]) -> list[Place]:
    """``item:<id>@<version>`` and ``proposal:<id>`` of the request's trace.

    Raises Invalid for a name that the trace hasn't: nothing else can be erased along the way.
    """
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return []
    known = {place.name for place in trace_of(actor, request).places}
    if any(name not in known for name in wanted):
        raise Invalid("include", "One of the further places no longer holds it, or never did. Look at the trace again.")
    return [_place(name) for name in wanted]


def hold_items(request: DeletionRequest, names: Iterable[str]) -> None:
    """Every item that the decision is about or touches, before any proposal: in the order in which all others lock."""
    owner = request.item.owner_id if request.item is not None else request.asked_by_id
    lock_tree(request.project, owner)
    found = [_NAME.fullmatch(name) for name in names]
    keys = {int(each["item"]) for each in found if each and each["item"]}
    proposals = [int(each["proposal"]) for each in found if each and each["proposal"]]
    keys |= set(Proposal.objects.filter(pk__in=proposals, item__isnull=False).values_list("item", flat=True))
    about = request.item or (request.proposal.item if request.proposal is not None else None)
    keys |= {about.pk} if about is not None else set()
    list(Item.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=keys).order_by("pk").only("pk"))


def _place(name: str) -> Place:
    key, _, version = name.partition(":")[2].partition("@")
    if not version:
        return Place(proposal=Proposal.objects.select_for_update(no_key=True, of=("self",)).get(pk=int(key)))
    return Place(item_id=int(key), version=int(version))
