"""What only a person may do with their account, and the answers for what isn't there."""

from conderis.accounts.models import Agent, User
from conderis.accounts.throttle import guess_password
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound
from conderis.core.ids import is_id


def refuse_agents(actor: Actor) -> None:
    """Accounts and keys are their person's business. Raises Denied for an agent's key."""
    if actor.agent_id is not None:
        raise Denied("An agent can't change an account or its keys. Its owner does that, signed in.", missing="own")


def active_person(actor: Actor, *, lock: bool = False) -> User:
    """The person who acts by themselves, with ``lock`` held to the end of the transaction.

    Raises Denied for an agent's key and for a disabled account.
    """
    refuse_agents(actor)
    people = User.objects.select_for_update(no_key=True) if lock else User.objects.all()
    user = people.filter(pk=actor.user_id, is_active=True).first()
    if user is None:
        raise Denied("This account is disabled. An operator can enable it in the admin.", missing="own")
    return user


def agent_for(actor: Actor, agent_id: object) -> Agent:
    """The person's own agent, an ended one too. Raises NotFound for another's."""
    agent = Agent.objects.filter(pk=agent_id, owner=actor.user_id).first() if is_id(agent_id) else None
    if agent is None:
        raise no_such_agent()
    return agent


def require_password(user: User, password: object) -> None:
    """Have someone who is signed in prove that they still are who they were, before what can't be taken back.

    Raises Missing, Invalid for a wrong one, RateLimited for one too many.
    """
    if not isinstance(password, str) or not password:
        raise Missing("password", "Enter your password.")
    right = guess_password(user.pk)
    if not user.check_password(password):
        raise Invalid("password", "This isn't your password.")
    right()


def own_agent(actor: Actor, agent: Agent) -> Agent:
    """The person's own agent, held to the end of the transaction. Raises NotFound for another's.

    Raises Denied for a caller that is an agent itself.
    """
    refuse_agents(actor)
    held = Agent.objects.select_for_update(no_key=True).filter(pk=agent.pk, owner=actor.user_id).first()
    if held is None:
        raise no_such_agent()
    return held


def require_live(agent: Agent) -> None:
    """Raises Conflict for an agent whose connection has ended."""
    if agent.revoked_at is not None:
        raise Conflict("This agent's connection has ended. Connect a new one.")


def no_such_agent() -> NotFound:
    """The one answer for an agent that isn't there and for another person's."""
    return NotFound("You have no such agent. It is named agent:<id>, as create_agent told it.")


def no_such_account() -> NotFound:
    return NotFound("There is no account with this address. create_account makes one.")
