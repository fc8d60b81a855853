"""A person connects an agent."""

from django.db import transaction

from conderis.accounts.access import active_person
from conderis.accounts.fields import name_value
from conderis.accounts.keys import SHOWN_LENGTH, hash_of, new_key
from conderis.accounts.models import Agent
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.core.ids import new_id
from conderis.core.locks import hold


@transaction.atomic
def create_agent(
    *, actor: Actor, name: str, read_only: bool = False, review_always: bool = False, ident: str | None = None
) -> tuple[Agent, str]:
    """A new agent that acts for the actor, and its key, which is told this once and kept as a hash.

    ``ident`` is the `new_id` that it shall have, so that the same call made twice makes one: the second is a Conflict.
    Raises Denied for a caller that is an agent itself or a disabled person, Missing or Invalid for the name.
    """
    owner = active_person(actor)
    if ident is not None:
        hold("agent", ident)
        if Agent.objects.filter(pk=ident).exists():
            raise Conflict(
                "This form was sent before and made its agent then; the key was shown once. If it is lost, end that "
                "agent and make another."
            )
    key = new_key()
    agent = Agent.objects.create(
        id=ident or new_id(),
        owner=owner,
        name=name_value(name),
        prefix=key[:SHOWN_LENGTH],
        key_hash=hash_of(key),
        read_only=read_only,
        review_always=review_always,
    )
    return agent, key
