"""What all decisions share: the proposal's lock, its one decision, and what is written of it."""

from dataclasses import dataclass

from django.utils import timezone

from conderis.accounts.selectors import names_for
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from items import access
from items.columns import CurrentTransaction
from items.models import Event, Item
from items.services import locking
from proposals.models import Proposal, Reading
from proposals.selectors.signing import decision_of
from proposals.services.tell_author import tell_author


@dataclass(frozen=True, slots=True)
class Decided:
    """A proposal after its decision; the item is there once one was approved."""

    proposal: Proposal
    item: Item | None = None
    changed: bool = True


def locked(proposal: Proposal) -> Proposal:
    """The proposal as it is now, and before it its item, both held to the end of the transaction.

    Raises what `require_open` does.
    """
    item = locking.locked(proposal.item) if proposal.item is not None else None
    held = Proposal.objects.select_for_update(no_key=True, of=("self",)).select_related("parent_proposal")
    fresh = held.get(pk=proposal.pk)
    fresh.project, fresh.item = proposal.project, item
    require_open(fresh)
    return fresh


def require_open(proposal: Proposal) -> None:
    """Raises Conflict for one that was decided, saying by whom and how, and Locked while it or its item is sealed."""
    if not proposal.pending:
        names = names_for([proposal.decided_by_id], [proposal.decided_agent_id])
        decision = decision_of(proposal, names) or {}
        who = decision["by"]["name"]
        raise Conflict(
            f"{proposal.ref} was {proposal.status} by {who} already, so nothing was done now.",
            state=proposal.status,
            decision=decision,
        )
    if proposal.sealed:
        raise access.locked(proposal.ref, proposal.deletion)


def settle(proposal: Proposal, *, actor: Actor, status: Proposal.Status, reason: str = "", tell: bool = True) -> None:
    """Write the one decision on a held proposal, with whatever else was set on it, and tell its author."""
    now = timezone.now()
    proposal.status = status
    proposal.decided_by_id, proposal.decided_agent_id = actor.user_id, actor.agent_id
    proposal.decided_at = proposal.updated_at = now
    proposal.decision_reason = reason
    proposal.decided_in = CurrentTransaction()
    proposal.save(
        update_fields=[
            "status", "decided_by", "decided_agent", "decided_at", "decided_in", "updated_at", "decision_reason",
            "item", "version", "merged_onto", "edited",
        ]
    )  # fmt: skip
    Reading.objects.filter(proposal=proposal).delete()
    Event.objects.create(
        what=Event.What(status),
        project_id=proposal.project_id,
        item=proposal.item,
        kind=proposal.kind,
        version=proposal.version or proposal.base_version,
        proposal=proposal.pk,
        user_id=actor.user_id,
        agent_id=actor.agent_id,
        at=now,
    )
    if tell:
        tell_author(proposal)
