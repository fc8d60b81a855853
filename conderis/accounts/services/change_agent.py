"""A person changes an agent's name or limits."""

from django.db import transaction

from conderis.accounts.access import own_agent, require_live
from conderis.accounts.fields import name_value
from conderis.accounts.models import Agent
from conderis.core.actor import Actor


@transaction.atomic
def change_agent(
    *, actor: Actor, agent: Agent, name: object = None, read_only: bool | None = None, review_always: bool | None = None
) -> Agent:
    """None keeps what stands. The limits hold from the key's next call on.

    Raises NotFound for another person's agent, Denied for a caller that is an agent itself, Conflict for one whose
    connection has ended; Missing, Invalid or SecretFound for the name.
    """
    held = own_agent(actor, agent)
    require_live(held)
    if name is not None:
        held.name = name_value(name)
    if read_only is not None:
        held.read_only = read_only
    if review_always is not None:
        held.review_always = review_always
    held.save(update_fields=["name", "read_only", "review_always"])
    return held
