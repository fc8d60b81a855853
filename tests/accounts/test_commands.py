"""The operator's commands for people and agents."""

import io

import pytest
from django.db import OperationalError

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import actor_for_key
from conderis.core.actor import Actor
from tests.commands import manage
from tests.factories import AgentFactory

PASSWORD = "correct-horse-7"


class TestCreateAccount:
    def test_json(self, db: None) -> None:
        ran = manage("create_account", "ada@example.org", "--password", PASSWORD, "--json")
        user = User.objects.get()
        assert (ran.status, ran.err) == (0, "")
        assert ran.json == {"account": f"user:{user.id}", "email": "ada@example.org", "name": "ada"}

    def test_for_people(self, db: None) -> None:
        ran = manage("create_account", "ada@example.org", "--password", PASSWORD, "--name", "Ada")
        assert ran.out == f"Made the account of Ada <ada@example.org>: {User.objects.get().ref}\n"
        assert PASSWORD not in ran.out

    def test_again(self, owner: User) -> None:
        ran = manage("create_account", "ADA@example.org", "--password", "x", "--json")
        assert ran.status == 0
        assert ran.json == {"account": owner.ref, "email": "ada@example.org", "name": "Ada"}
        assert "exists already" in ran.err

    def test_again_for_a_disabled_person_says_so(self, owner: User) -> None:
        User.objects.update(is_active=False)
        assert "disabled" in manage("create_account", "ada@example.org", "--password", PASSWORD).err

    def test_admin(self, db: None) -> None:
        manage("create_account", "ada@example.org", "--password", PASSWORD, "--admin")
        assert User.objects.get().is_superuser

    def test_password_from_stdin(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\nmore\n"))
        manage("create_account", "ada@example.org", "--password-stdin")
        assert User.objects.get().check_password(PASSWORD)

    @pytest.mark.parametrize(
        ("email", "password", "field"), [("ada", PASSWORD, "email"), ("ada@example.org", "x", "password")]
    )
    def test_a_refusal_is_a_sentence_and_status_1(self, db: None, email: str, password: str, field: str) -> None:
        ran = manage("create_account", email, "--password", password, "--json")
        assert ran.status == 1
        assert ran.json["error"] == "invalid"
        assert ran.json["field"] == field
        assert ran.err == ran.json["message"] + "\n"
        assert manage("create_account", email, "--password", password).out == ""


class TestCreateAgent:
    def test_json(self, owner: User) -> None:
        ran = manage("create_agent", "Ada@example.org", "claude-code", "--json")
        agent = Agent.objects.get()
        assert ran.json.keys() == {"agent", "key"}
        assert ran.json["agent"] == agent.ref
        assert actor_for_key(ran.json["key"]) == Actor(owner.id, agent.id)

    def test_limits(self, owner: User) -> None:
        manage("create_agent", "ada@example.org", "ci", "--review-always", "--read-only")
        assert Agent.objects.filter(read_only=True, review_always=True).exists()

    def test_for_people_the_key_stands_there_once(self, owner: User) -> None:
        ran = manage("create_agent", "ada@example.org", "claude-code")
        assert ran.out.count("cnd_") == 1
        assert Agent.objects.get().prefix in ran.out

    def test_unknown_address(self, db: None) -> None:
        ran = manage("create_agent", "nobody@example.org", "claude-code", "--json")
        assert (ran.status, ran.json["error"]) == (1, "not_found")

    def test_bad_name(self, owner: User) -> None:
        assert manage("create_agent", "ada@example.org", "a\nb", "--json").json["error"] == "invalid"

    def test_disabled_owner(self, owner: User) -> None:
        User.objects.update(is_active=False)
        assert manage("create_agent", "ada@example.org", "claude-code").status == 1


class TestRevokeAgent:
    def test_json_and_again(self, owner: User) -> None:
        agent = AgentFactory(owner=owner)
        for _ in range(2):
            ran = manage("revoke_agent", agent.ref, "--json")
            assert (ran.status, ran.json) == (0, {"agent": agent.ref, "revoked": True})
        assert Agent.objects.get().revoked_at is not None

    @pytest.mark.parametrize("agent", ["agent:aaaaaaaaaaaa", "agent:", "nope", "user:aaaaaaaaaaaa", "a\0", "\udcff"])
    def test_unknown(self, db: None, agent: str) -> None:
        ran = manage("revoke_agent", agent, "--json")
        assert (ran.status, ran.json["error"]) == (1, "not_found")


def test_a_database_that_does_not_answer_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise OperationalError("connection to server at 10.0.0.1 failed: secret detail")

    monkeypatch.setattr("conderis.accounts.management.commands.create_agent.user_by_email", fail)
    ran = manage("create_agent", "ada@example.org", "claude-code", "--json")
    assert (ran.status, ran.json["error"]) == (1, "unavailable")
    assert "make up" in ran.err
    assert "secret" not in ran.err + ran.out
