"""A person ends a connection."""

from django.db import transaction
from django.utils import timezone

from conderis.accounts.access import own_agent
from conderis.accounts.models import Agent
from conderis.core.actor import Actor


@transaction.atomic
def revoke_agent(*, actor: Actor, agent: Agent) -> Agent:
    """The key stops working with the next call; the agent's name stays on what it did. Again: unchanged.

    Raises NotFound for another person's agent, Denied for a caller that is an agent itself.
    """
    held = own_agent(actor, agent)
    if held.revoked_at is None:
        held.revoked_at = timezone.now()
        held.save(update_fields=["revoked_at"])
    return held
