"""People and agents in the admin: usable, and nobody is deleted or shown a secret there."""

import pytest
from django.contrib.auth import authenticate
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import Agent, User
from tests.factories import AgentFactory, UserFactory

USERS, AGENTS = "/admin/accounts/user/", "/admin/accounts/agent/"


@pytest.fixture
def operator(db: None) -> User:
    user: User = UserFactory(name="Op", email="op@example.org", is_staff=True, is_superuser=True)
    return user


@pytest.fixture
def browser(client: Client, operator: User) -> Client:
    client.force_login(operator)
    return client


def text(browser: Client, address: str) -> str:
    response = browser.get(address)
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.mark.parametrize("address", [USERS, AGENTS])
def test_a_list_costs_the_same_for_more_rows(browser: Client, address: str) -> None:
    counts = []
    for _ in range(2):
        AgentFactory.create_batch(5)
        with CaptureQueriesContext(connection) as queries:
            text(browser, address)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_people_are_found_by_address_and_agents_by_their_owners(browser: Client, owner: User) -> None:
    AgentFactory(owner=owner, name="lighthouse-keeper")
    AgentFactory(name="stranger")
    assert "Ada" in text(browser, USERS + "?q=ada@example")
    page = text(browser, AGENTS + "?q=ada@example")
    assert "lighthouse-keeper" in page
    assert "stranger" not in page


def test_a_person_is_added_with_a_password(browser: Client) -> None:
    data = {"email": "new@example.org", "name": "New", "usable_password": "true"}
    data |= {"password1": "correct-horse-7", "password2": "correct-horse-7"}
    assert browser.post(USERS + "add/", data).status_code == 302
    assert authenticate(username="new@example.org", password="correct-horse-7") is not None


def test_the_same_address_in_another_case_is_refused(browser: Client, owner: User) -> None:
    data = {"email": "ADA@example.org", "name": "Ada", "usable_password": "true"}
    data |= {"password1": "correct-horse-7", "password2": "correct-horse-7"}
    assert browser.post(USERS + "add/", data).status_code == 200
    assert User.objects.filter(email__iexact="ada@example.org").count() == 1


def test_a_person_is_changed(browser: Client, owner: User) -> None:
    page = text(browser, f"{USERS}{owner.id}/change/")
    assert owner.id in page
    data = {"email": "ada@example.org", "name": "Ada L.", "is_active": "on"}
    assert browser.post(f"{USERS}{owner.id}/change/", data).status_code == 302
    owner.refresh_from_db()
    assert (owner.name, owner.is_active, owner.is_staff) == ("Ada L.", True, False)


def test_people_are_disabled_and_enabled_but_not_the_operator_by_themselves(
    browser: Client, owner: User, operator: User
) -> None:
    chosen = [owner.id, operator.id]
    browser.post(USERS, {"action": "disable", "_selected_action": chosen})
    assert set(User.objects.filter(is_active=False)) == {owner}
    browser.post(USERS, {"action": "enable", "_selected_action": chosen})
    assert not User.objects.filter(is_active=False).exists()


@pytest.mark.parametrize("address", [USERS, AGENTS])
def test_nobody_is_deleted(browser: Client, owner: User, address: str) -> None:
    AgentFactory(owner=owner)
    row = owner.id if address == USERS else Agent.objects.get().id
    assert browser.post(f"{address}{row}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in text(browser, address)
    browser.post(address, {"action": "delete_selected", "_selected_action": [row], "post": "yes"})
    assert User.objects.filter(pk=owner.pk).exists()
    assert Agent.objects.exists()


class TestAgents:
    def test_no_hash_is_shown_and_none_is_added(self, browser: Client) -> None:
        agent = AgentFactory()
        for address in (AGENTS, f"{AGENTS}{agent.id}/change/"):
            page = text(browser, address)
            assert agent.prefix in page
            assert agent.key_hash not in page
        assert browser.get(AGENTS + "add/").status_code == 403

    def test_its_limits_change_and_its_owner_and_key_do_not(self, browser: Client, owner: User) -> None:
        agent = AgentFactory(owner=owner)
        data = {"name": "ci", "read_only": "on", "owner": UserFactory().id, "key_hash": "x", "prefix": "x"}
        assert browser.post(f"{AGENTS}{agent.id}/change/", data).status_code == 302
        changed = Agent.objects.get()
        assert (changed.name, changed.read_only, changed.review_always) == ("ci", True, False)
        assert (changed.owner, changed.key_hash, changed.prefix) == (owner, agent.key_hash, agent.prefix)

    def test_keys_are_revoked(self, browser: Client) -> None:
        agents = AgentFactory.create_batch(2)
        AgentFactory()
        browser.post(AGENTS, {"action": "revoke", "_selected_action": [agent.id for agent in agents]})
        assert set(Agent.objects.exclude(revoked_at=None)) == set(agents)
