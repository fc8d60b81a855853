"""From a bearer key to whoever calls."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conderis.accounts.keys import hash_of, new_key
from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import actor_for_key
from conderis.core.actor import Actor
from tests.factories import AgentFactory

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def key() -> str:
    return new_key()


@pytest.fixture
def agent(owner: User, key: str) -> Agent:
    return AgentFactory(owner=owner, key=key, last_used_at=timezone.now())


def queries_of(key: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        actor_for_key(key)
    return len(queries)


def test_it_names_the_person_and_the_agent(agent: Agent, key: str, owner: User) -> None:
    assert actor_for_key(key) == Actor(owner.id, agent.id)


@pytest.mark.parametrize("limit", ["read_only", "review_always"])
def test_it_carries_the_keys_limits(owner: User, key: str, limit: str) -> None:
    AgentFactory(owner=owner, key=key, **{limit: True})
    actor = actor_for_key(key)
    assert actor is not None
    assert {name for name in ("read_only", "review_always") if getattr(actor, name)} == {limit}


def test_it_is_one_query(agent: Agent, key: str) -> None:
    assert queries_of(key) == 1


@pytest.mark.parametrize(
    "key",
    [
        "",
        "nope",
        "cnd_" + "0" * 39,
        "cnd_" + "0" * 41,
        "cnd_" + "A" * 40,
        "cnd_" + "0" * 39 + "\0",
        "cnd_" + "\ud800" * 40,
        "cnd_" + "0" * 40 + "\n",
        "CND_" + "0" * 40,
        "cnd_" + "0" * 1_000_000,
    ],
)
def test_a_malformed_key_costs_no_query(db: None, key: str) -> None:
    assert actor_for_key(key) is None
    assert queries_of(key) == 0


def test_an_unknown_key_is_nobody(agent: Agent) -> None:
    assert actor_for_key(new_key()) is None


def test_a_revoked_key_is_nobody(agent: Agent, key: str) -> None:
    Agent.objects.update(revoked_at=timezone.now())
    assert actor_for_key(key) is None


def test_a_disabled_owners_key_is_nobody_until_they_are_enabled(agent: Agent, key: str, owner: User) -> None:
    User.objects.update(is_active=False)
    assert actor_for_key(key) is None
    User.objects.update(is_active=True)
    assert actor_for_key(key) is not None


def test_the_key_itself_is_stored_nowhere(agent: Agent, key: str) -> None:
    row = Agent.objects.values().get()
    assert not [column for column, value in row.items() if key in str(value)]
    assert row["key_hash"] == hash_of(key)
    assert key.startswith(row["prefix"])
    assert len(row["prefix"]) == 10


class TestLastUse:
    def used(self) -> datetime | None:
        return Agent.objects.get().last_used_at

    def test_the_first_call_notes_it(self, owner: User, key: str) -> None:
        AgentFactory(owner=owner, key=key)
        with time_machine.travel(NOW, tick=False):
            actor_for_key(key)
        assert self.used() == NOW

    @pytest.mark.parametrize(("later", "expected"), [(59, NOW), (60, NOW + timedelta(seconds=60))])
    def test_it_moves_at_most_once_a_minute(self, agent: Agent, key: str, later: int, expected: datetime) -> None:
        Agent.objects.update(last_used_at=NOW)
        with time_machine.travel(NOW + timedelta(seconds=later), tick=False):
            assert actor_for_key(key) is not None
        assert self.used() == expected

    def test_a_note_that_fails_never_fails_the_call(self, owner: User, key: str) -> None:
        AgentFactory(owner=owner, key=key)
        with patch("django.db.models.query.QuerySet.update", side_effect=DatabaseError("read-only replica")):
            assert actor_for_key(key) is not None
        assert self.used() is None
