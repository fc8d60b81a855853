"""An author takes a proposal back."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Denied
from conderis.core.reasons import check_reason
from projects.capabilities import Capability
from projects.permissions import require
from proposals.models import Proposal
from proposals.services.deciding import Decided, locked, settle


@transaction.atomic
def withdraw(*, actor: Actor, proposal: Proposal, reason: str = "") -> Decided:
    """Nobody need decide it any more. The author is the person, by themselves or through any of their agents.

    Raises Denied for anyone else, SecretFound for the reason, Conflict for one that was decided.
    """
    require(actor, Capability.WRITE, proposal.project)
    if proposal.author_id != actor.user_id:
        raise Denied(
            "Only its author withdraws a proposal; whoever moderates rejects it, with a reason.", missing="own"
        )
    check_reason(reason)
    held = locked(proposal)
    settle(held, actor=actor, status=Proposal.Status.WITHDRAWN, reason=reason)
    return Decided(held, held.item)
