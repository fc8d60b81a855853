"""What only a person may do with their account, and the answers for what isn't there."""

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Denied, NotFound


def refuse_agents(actor: Actor) -> None:
    """Keys are made and revoked by people. Raises Denied for an agent's key."""
    if actor.agent_id is not None:
        raise Denied("An agent can't make or revoke keys. Its owner does that, signed in.", missing="own")


def active_person(actor: Actor) -> User:
    """The person who acts by themselves. Raises Denied for an agent's key and for a disabled account."""
    refuse_agents(actor)
    user = User.objects.filter(pk=actor.user_id, is_active=True).first()
    if user is None:
        raise Denied("This account is disabled. An operator can enable it in the admin.", missing="own")
    return user


def no_such_agent() -> NotFound:
    """The one answer for an agent that isn't there and for another person's."""
    return NotFound("You have no such agent. It is named agent:<id>, as create_agent told it.")


def no_such_account() -> NotFound:
    return NotFound("There is no account with this address. create_account makes one.")
