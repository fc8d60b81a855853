"""The line that turns green when the first call of a new key arrives."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from conderis.accounts.keys import new_key
from conderis.accounts.models import Agent, User
from conderis.accounts.views.connect import WAIT
from tests.accounts.pages.reading import call_tools, queries_of, text
from tests.factories import AgentFactory

HTMX = {"HX-Request": "true"}


@pytest.fixture
def key() -> str:
    return new_key()


@pytest.fixture
def address(owner: User, key: str) -> str:
    return f"/connect/calls/{AgentFactory(owner=owner, key=key).pk}/"


def test_nothing_is_sent_while_it_waits(browser: Client, address: str) -> None:
    response = browser.get(address, headers=HTMX)
    assert (response.status_code, response.content) == (204, b"")
    assert "no-store" in response.headers["Cache-Control"]
    assert queries_of(browser, address, **HTMX) == 3  # the session, the person, the agent


def test_it_turns_after_a_real_call_and_stops_asking(browser: Client, address: str, key: str) -> None:
    assert 'hx-trigger="every 2s"' in text(browser, address)
    assert call_tools(browser, key)[0] == 200

    response = browser.get(address, headers=HTMX)

    part = response.content.decode()
    assert response.status_code == 200
    assert "is connected" in part
    assert "notice-added" in part
    assert "hx-trigger" not in part
    assert "<html" not in part


def test_a_call_with_another_key_is_none(browser: Client, address: str, owner: User) -> None:
    other = new_key()
    AgentFactory(owner=owner, key=other)
    call_tools(browser, other)
    assert browser.get(address, headers=HTMX).status_code == 204


def test_after_some_minutes_it_stops_and_can_be_asked_again(browser: Client, address: str, key: str) -> None:
    Agent.objects.update(created_at=timezone.now() - WAIT - timedelta(seconds=1))
    for _ in range(2):
        part = browser.get(address, headers=HTMX).content.decode()
        assert "Check again" in part
        assert "hx-trigger" not in part
    call_tools(browser, key)
    assert "is connected" in browser.get(address, headers=HTMX).content.decode()


def test_an_ended_one_waits_for_nothing(browser: Client, address: str) -> None:
    Agent.objects.update(revoked_at=timezone.now())
    assert "was ended" in browser.get(address, headers=HTMX).content.decode()


def test_without_javascript_it_is_a_page(browser: Client, address: str, key: str) -> None:
    assert "Check now" in text(browser, address)
    call_tools(browser, key)
    assert "is connected" in text(browser, address)


def test_another_persons_agent_is_not_there(browser: Client, outsider: User) -> None:
    theirs = AgentFactory(owner=outsider)
    for pk in (theirs.pk, "abcdefghjkmn", "nope"):
        assert browser.get(f"/connect/calls/{pk}/", headers=HTMX).status_code == 404


def test_who_is_not_signed_in_learns_nothing(client: Client, address: str) -> None:
    assert client.get(address).headers["Location"] == f"/login/?next={address}"


def test_a_page_whose_session_has_ended_goes_to_the_sign_in_whole(client: Client, address: str) -> None:
    response = client.get(address, headers=HTMX)
    assert (response.status_code, response.content) == (401, b"")
    assert response.headers["HX-Redirect"] == f"/login/?next={address}"
