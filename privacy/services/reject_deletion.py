"""Leave what was asked for as it is: it's unlocked, and everyone reads it again."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Missing
from conderis.core.reasons import check_reason
from items.models import Event
from privacy.models import DeletionRequest
from privacy.services.deciding import held, note, settle
from privacy.services.sealing import unseal


@transaction.atomic
def reject_deletion(*, actor: Actor, request: DeletionRequest, reason: str) -> DeletionRequest:
    """Raises Denied for who doesn't decide it, Missing or SecretFound for the reason, Conflict for one decided."""
    fresh = held(actor, request)
    require_reason(reason)
    settle(fresh, actor=actor, status=DeletionRequest.Status.REJECTED, reason=reason)
    unseal(fresh)
    note(Event.What.UNLOCKED, fresh, actor=actor)
    return fresh


def require_reason(reason: str) -> None:
    """Raises Missing, Invalid or SecretFound."""
    check_reason(reason)
    if not reason.strip():
        raise Missing("reason", "Say why it stays: whoever asked reads it.")
