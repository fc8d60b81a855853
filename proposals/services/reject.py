"""Leave the item as it is, and tell the author why."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Missing
from conderis.core.reasons import check_reason
from items.services import locking
from projects.capabilities import Capability
from projects.permissions import require
from proposals.models import Proposal
from proposals.services.deciding import Decided, locked, settle


@transaction.atomic
def reject(*, actor: Actor, proposal: Proposal, reason: str, seen: int | None = None, tell: bool = True) -> Decided:
    """Decide against a proposal that came through the door. ``seen`` is as `approve` has it.

    Without ``tell`` the caller sees to its author's mail.

    Raises Denied without ``moderate``, Missing without a reason, SecretFound for it, Conflict for one that was decided
    or whose item moved on past ``seen``.
    """
    require(actor, Capability.MODERATE, proposal.project)
    check_reason(reason)
    if not reason.strip():
        raise Missing("reason", "reject needs a reason: the author reads it and learns what to do instead.")
    held = locked(proposal)
    if held.item is not None and seen is not None:
        locking.check_version(held.item, seen)
    settle(held, actor=actor, status=Proposal.Status.REJECTED, reason=reason, tell=tell)
    return Decided(held, held.item)
