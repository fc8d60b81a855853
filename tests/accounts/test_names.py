"""What people and agents are called in results."""

import pytest
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.accounts.selectors import live_agent, names_for, names_of, people, signature, split_ref, titled
from conderis.core.ids import new_id
from tests.factories import AgentFactory, UserFactory


def test_a_person_signs_alone_and_an_agent_signs_for_its_owner(owner: User) -> None:
    agent = AgentFactory(owner=owner)
    names = names_for([owner.id], [agent.id])
    assert signature(owner.id, None, names) == {"ref": owner.ref, "name": "Ada"}
    assert signature(owner.id, agent.id, names) == {
        "ref": owner.ref,
        "name": "Ada",
        "via": {"ref": agent.ref, "name": "claude-code"},
    }


def test_an_assignee_is_titled_on_its_own(owner: User) -> None:
    agent = AgentFactory(owner=owner)
    names = names_of([owner.ref, agent.ref, None, "bob"])
    assert titled(owner.ref, names) == {"ref": owner.ref, "name": "Ada"}
    assert titled(agent.ref, names) == {"ref": agent.ref, "name": "claude-code (Ada)"}
    assert titled(None, names) is None


def test_who_is_gone_is_a_former_member(db: None) -> None:
    gone, agent = new_id(), new_id()
    assert signature(gone, agent, names_for([gone], [agent])) == {
        "ref": f"user:{gone}",
        "name": "former member",
        "via": {"ref": f"agent:{agent}", "name": "former member"},
    }
    assert names_of([f"agent:{agent}"]).of(f"agent:{agent}") == "former member"


@pytest.mark.parametrize("size", [1, 20])
def test_a_page_of_agents_and_their_owners_costs_one_query(
    db: None, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    agents = AgentFactory.create_batch(size)
    with django_assert_num_queries(1):
        names = names_for([agent.owner_id for agent in agents], [agent.id for agent in agents])
    assert len(names.users) == len(names.agents) == size


def test_other_people_cost_one_more(db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    agent, other = AgentFactory(), UserFactory()
    with django_assert_num_queries(2):
        names = names_for([agent.owner_id, other.id], [agent.id])
    assert names.user(other.id) == other.name


def test_no_ids_cost_no_query(django_assert_num_queries: DjangoAssertNumQueries, db: None) -> None:
    with django_assert_num_queries(0):
        names_for([None], [])
        assert people([]) == {}


@pytest.mark.parametrize(
    "ref", [None, 5, "", "user", "user:", "user:nope", "bob:aaaaaaaaaaaa", "user:aaaaaaaaaaaa\n", "user:aaaaaaaaaaa\0"]
)
def test_what_is_no_reference_splits_to_nothing(ref: object) -> None:
    assert split_ref(ref) == ("", "")


def test_a_live_agent_is_neither_revoked_nor_a_disabled_persons(owner: User) -> None:
    live = AgentFactory(owner=owner)
    revoked = AgentFactory(owner=owner, revoked_at="2026-01-01T00:00:00Z")
    orphaned = AgentFactory(owner=UserFactory(is_active=False))
    assert live_agent(live.ref) == live
    assert [live_agent(ref) for ref in (revoked.ref, orphaned.ref, owner.ref, f"agent:{new_id()}")] == [None] * 4
