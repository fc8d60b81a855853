"""What both decisions share: the locks, and the one answer to a second decision."""

from django.utils import timezone

from conderis.accounts.selectors import names_for
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from items.models import Event, Item
from items.services.locking import lock_tree
from items.services.record import record
from privacy.access import require_decider
from privacy.models import DeletionRequest
from proposals.models import Proposal


def held(actor: Actor, request: DeletionRequest) -> DeletionRequest:
    """The request as it is now, its project, item and proposal held before it to the end of the transaction.

    Raises Denied for who doesn't decide it, Conflict for one that was decided, saying by whom and how.
    """
    require_decider(actor, request)
    owner = request.item.owner_id if request.item is not None else actor.user_id
    lock_tree(request.project, owner)
    item = _locked_item(request)
    proposal = request.proposal
    if proposal is not None:
        proposal = Proposal.objects.select_for_update(no_key=True, of=("self",)).get(pk=proposal.pk)
    fresh = DeletionRequest.objects.select_for_update(no_key=True, of=("self",)).get(pk=request.pk)
    if not fresh.pending:
        by = names_for([fresh.decided_by_id]).user(str(fresh.decided_by_id))
        raise Conflict(f"{fresh.ref} was {fresh.status} by {by} already.", state=fresh.status)
    fresh.project, fresh.proposal = request.project, proposal
    if request.proposal is None:
        fresh.item = item
    return fresh


def settle(request: DeletionRequest, *, actor: Actor, status: DeletionRequest.Status, reason: str = "") -> None:
    """Write the one decision on a held request."""
    request.status, request.decided_by_id, request.decision_reason = status, actor.user_id, reason
    request.decided_at = timezone.now()
    request.save(update_fields=["status", "decided_by", "decision_reason", "decided_at", "reason"])


def note(what: Event.What, request: DeletionRequest, *, actor: Actor) -> None:
    """The event of the item that it is about; a proposal that never was one has none."""
    if request.item is not None:
        record(what, [request.item], actor=actor, at=timezone.now())


def _locked_item(request: DeletionRequest) -> Item | None:
    item = request.item or (request.proposal.item if request.proposal is not None else None)
    if item is None:
        return None
    fresh = Item.objects.select_for_update(no_key=True).get(pk=item.pk)
    fresh.project = request.project
    return fresh
