"""A person ends a connection."""

from django.db import transaction
from django.utils import timezone

from conderis.accounts.access import no_such_agent, refuse_agents
from conderis.accounts.models import Agent
from conderis.core.actor import Actor


@transaction.atomic
def revoke_agent(*, actor: Actor, agent: Agent) -> Agent:
    """The key stops working with the next call; the agent's name stays on what it did. Again: unchanged.

    Raises NotFound for another person's agent, Denied for a caller that is an agent itself.
    """
    refuse_agents(actor)
    held = Agent.objects.select_for_update().filter(pk=agent.pk, owner=actor.user_id).first()
    if held is None:
        raise no_such_agent()
    if held.revoked_at is None:
        held.revoked_at = timezone.now()
        held.save(update_fields=["revoked_at"])
    return held
