"""A person connects an agent and ends the connection."""

import re

import pytest

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import actor_for_key
from conderis.accounts.services.create_agent import create_agent
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound
from conderis.core.ids import new_id
from tests.factories import AgentFactory, UserFactory, acting, acting_through
from tests.together import together


def test_the_key_works_and_has_its_form(owner: User) -> None:
    agent, key = create_agent(actor=acting(owner), name="claude-code")
    assert re.fullmatch(r"cnd_[a-z0-9]{40}", key)
    assert actor_for_key(key) == Actor(owner.id, agent.id)


def test_each_call_makes_a_new_one(owner: User) -> None:
    made = [create_agent(actor=acting(owner), name="claude-code") for _ in range(3)]
    assert len({agent.id for agent, _ in made}) == len({key for _, key in made}) == 3


def test_an_id_is_given_once(owner: User) -> None:
    ident = new_id()
    agent, key = create_agent(actor=acting(owner), name="ci", ident=ident)
    assert agent.id == ident
    with pytest.raises(Conflict):
        create_agent(actor=acting(owner), name="ci", ident=ident)
    assert actor_for_key(key) == Actor(owner.id, ident)


@pytest.mark.django_db(transaction=True)
def test_an_id_is_given_once_at_the_same_moment() -> None:
    actor, ident = acting(UserFactory()), new_id()
    results = together(*[lambda: create_agent(actor=actor, name="ci", ident=ident)] * 4)
    assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 3 + ["tuple"]
    assert Agent.objects.count() == 1


def test_its_limits(owner: User) -> None:
    agent, key = create_agent(actor=acting(owner), name="ci", read_only=True, review_always=True)
    assert actor_for_key(key) == Actor(owner.id, agent.id, read_only=True, review_always=True)


@pytest.mark.parametrize(("name", "refusal"), [("", Missing), (" ", Missing), ("a\nb", Invalid), ("n" * 101, Invalid)])
def test_a_name_is_one_short_line(owner: User, name: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        create_agent(actor=acting(owner), name=name)
    assert not Agent.objects.exists()


def test_an_agent_makes_no_keys_and_revokes_none(owner: User) -> None:
    agent = AgentFactory(owner=owner)
    with pytest.raises(Denied):
        create_agent(actor=acting_through(agent), name="more")
    with pytest.raises(Denied):
        revoke_agent(actor=acting_through(agent), agent=agent)
    assert Agent.objects.get().revoked_at is None


def test_a_disabled_person_connects_nothing_and_can_be_cut_off(owner: User) -> None:
    agent = AgentFactory(owner=owner)
    User.objects.update(is_active=False)
    with pytest.raises(Denied, match="disabled"):
        create_agent(actor=acting(owner), name="more")
    assert revoke_agent(actor=acting(owner), agent=agent).revoked_at is not None


def test_a_revoked_key_is_nobodys_from_the_next_call_on(owner: User) -> None:
    agent, key = create_agent(actor=acting(owner), name="claude-code")
    first = revoke_agent(actor=acting(owner), agent=agent).revoked_at
    assert actor_for_key(key) is None
    assert revoke_agent(actor=acting(owner), agent=agent).revoked_at == first


def test_another_persons_agent_is_not_there(owner: User, outsider: User) -> None:
    agent = AgentFactory(owner=owner)
    with pytest.raises(NotFound):
        revoke_agent(actor=acting(outsider), agent=agent)
    assert Agent.objects.get().revoked_at is None
