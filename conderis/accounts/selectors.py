"""Who is calling, and what people and agents are called."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from conderis.accounts.keys import hash_of, is_key
from conderis.accounts.models import Agent, User
from conderis.core.actor import Actor
from conderis.core.ids import is_id
from conderis.core.statements import Statement, in_slot

FORMER_MEMBER = "former member"
LAST_USE_PRECISION = timedelta(minutes=1)


def actor_for_key(key: str) -> Actor | None:
    """Whoever holds this key, or None for a malformed, unknown or revoked one and for a disabled owner's.

    One query; none for what hasn't a key's form. Once a minute a key in use costs one more, which
    moves ``last_used_at``.
    """
    if not is_key(key):
        return None
    agent = (
        Agent.objects.filter(key_hash=hash_of(key), revoked_at=None, owner__is_active=True)
        .only("owner_id", "read_only", "review_always", "last_used_at")
        .first()
    )
    if agent is None:
        return None
    _note_use(agent)
    return Actor(
        user_id=agent.owner_id, agent_id=agent.id, read_only=agent.read_only, review_always=agent.review_always
    )


def _note_use(agent: Agent) -> None:
    """Move ``last_used_at``, the one write that a read does, at most once a minute for a key.

    The condition is repeated in the UPDATE, so of many calls at the same moment one writes. A note
    of this kind is never worth a failed call: on a read-only replica it is simply not taken.
    """
    now = timezone.now()
    due = now - LAST_USE_PRECISION
    if agent.last_used_at is not None and agent.last_used_at > due:
        return
    try:
        with transaction.atomic():
            Agent.objects.filter(Q(last_used_at=None) | Q(last_used_at__lte=due), pk=agent.pk).update(last_used_at=now)
    except DatabaseError:
        return


def user_by_email(email: str) -> User | None:
    """The account with this address, compared without case; disabled ones too."""
    try:
        return User.objects.get_by_natural_key(email)
    except User.DoesNotExist:
        return None


def agent_by_ref(ref: object) -> Agent | None:
    """The agent of ``agent:<id>``, revoked ones too."""
    kind, agent_id = split_ref(ref)
    return Agent.objects.select_related("owner").filter(pk=agent_id).first() if kind == "agent" else None


def live_agent(ref: object) -> Agent | None:
    """The agent of ``agent:<id>`` while it can act: not revoked, and its owner not disabled."""
    agent = agent_by_ref(ref)
    return agent if agent is not None and agent.revoked_at is None and agent.owner.is_active else None


def agents_of(actor: Actor) -> QuerySet[Agent]:
    """The actor's own agents: the live ones first, then those whose connection has ended, each newest first."""
    return Agent.objects.filter(owner=actor.user_id).order_by(
        F("revoked_at").desc(nulls_first=True), "-created_at", "pk"
    )


def split_ref(ref: object) -> tuple[str, str]:
    """``("user" | "agent", id)`` of a well-formed reference, ``("", "")`` of anything else."""
    if isinstance(ref, str):
        kind, _, ident = ref.partition(":")
        if kind in ("user", "agent") and is_id(ident):
            return kind, ident
    return "", ""


@dataclass(frozen=True, slots=True)
class Names:
    """Display names by id, looked up in a batch; an agent's comes with its owner's."""

    users: Mapping[str, str] = field(default_factory=dict)
    agents: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def user(self, user_id: str) -> str:
        return self.users.get(user_id, FORMER_MEMBER)

    def agent(self, agent_id: str) -> str:
        """The agent's own name: ``claude-code``."""
        return self.agents.get(agent_id, (FORMER_MEMBER, ""))[0]

    def of(self, ref: str) -> str:
        """How a reference is shown on its own: ``Ada``, or ``claude-code (Ada)`` for an agent."""
        kind, ident = split_ref(ref)
        if kind == "agent" and ident in self.agents:
            return agent_title(*self.agents[ident])
        return self.user(ident)


def agent_title(name: str, owner: str) -> str:
    """An agent's name where it stands without a signature: ``claude-code (Ada)``."""
    return f"{name} ({owner})"


def people(user_ids: Iterable[str]) -> dict[str, str]:
    """Display names by person; an id that isn't there has no entry. One query, none for no ids."""
    wanted = set(user_ids)
    return dict(_people().run(ids=list(wanted))) if wanted else {}


@cache
def _people() -> Statement:
    return Statement("{}", User.objects.filter(in_slot("pk", "ids")).values_list("pk", "name"))


def names_for(user_ids: Iterable[str | None], agent_ids: Iterable[str | None] = ()) -> Names:
    """Names for a whole page of rows, None is skipped: one query for the agents, who bring their owners' names along,
    and one for the people who aren't among these owners."""
    agents = {ident for ident in agent_ids if ident}
    rows = _agents().run(ids=list(agents)) if agents else ()
    named = {pk: (name, owner, called) for pk, name, owner, called in rows}
    owners = {owner: called for _, owner, called in named.values()}
    return Names(
        users=owners | people({ident for ident in user_ids if ident} - owners.keys()),
        agents={pk: (name, called) for pk, (name, _, called) in named.items()},
    )


@cache
def _agents() -> Statement:
    rows = Agent.objects.filter(in_slot("pk", "ids"))
    return Statement("{}", rows.values_list("pk", "name", "owner", "owner__name"))


def names_of(refs: Iterable[str | None]) -> Names:
    """``names_for`` of references (``user:…``, ``agent:…``); whatever else is skipped."""
    split = [split_ref(ref) for ref in refs]
    return names_for(
        (ident for kind, ident in split if kind == "user"),
        (ident for kind, ident in split if kind == "agent"),
    )


def signature(user_id: str, agent_id: str | None, names: Names) -> dict[str, Any]:
    """Who did something, as every result shows it; ``via`` only where an agent acted."""
    signed: dict[str, Any] = {"ref": f"user:{user_id}", "name": names.user(user_id)}
    if agent_id:
        signed["via"] = {"ref": f"agent:{agent_id}", "name": names.agent(agent_id)}
    return signed


def titled(ref: str | None, names: Names) -> dict[str, str] | None:
    """A reference that stands alone, such as an assignee: ``{"ref", "name"}``; None stays None."""
    return {"ref": ref, "name": names.of(ref)} if ref else None
