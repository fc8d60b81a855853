"""A person's own agents: listed, limited, ended; another's aren't there."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from conderis.accounts.keys import new_key
from conderis.accounts.models import Agent, User
from tests.accounts.pages.reading import call_tools, queries_of, text
from tests.factories import AgentFactory

AGENTS = "/settings/agents/"


def test_it_shows_what_each_is_and_may(browser: Client, owner: User, outsider: User) -> None:
    used = timezone.now() - timedelta(hours=3)
    agent = AgentFactory(owner=owner, name="night-watch", read_only=True, review_always=True, last_used_at=used)
    AgentFactory(owner=outsider, name="stranger")
    page = text(browser, AGENTS)
    for shown in ("night-watch", agent.prefix, "read-only", "always needs review", "3 h ago"):
        assert shown in page
    assert agent.key_hash not in page
    assert "stranger" not in page


def test_the_ended_come_last_and_offer_nothing(browser: Client, owner: User) -> None:
    ended = AgentFactory(owner=owner, name="gone-by", revoked_at=timezone.now())
    live = AgentFactory(owner=owner, name="still-here")
    page = text(browser, AGENTS)
    assert page.index("still-here") < page.index("gone-by")
    assert f"{AGENTS}{live.pk}/end/" in page
    assert f"{AGENTS}{ended.pk}/end/" not in page


def test_an_empty_list_leads_to_connect(browser: Client) -> None:
    page = text(browser, AGENTS)
    assert "No agents yet" in page
    assert 'href="/connect/"' in page


def test_many_come_in_pages_at_the_same_cost(browser: Client, owner: User) -> None:
    counts = []
    for size in (2, 60):
        AgentFactory.create_batch(size, owner=owner)
        counts.append(queries_of(browser, AGENTS))
    assert counts[0] == counts[1]
    assert text(browser, AGENTS).count('class="row"') == 50
    assert text(browser, f"{AGENTS}?page=2").count('class="row"') == 12
    assert text(browser, f"{AGENTS}?page=nope").count('class="row"') == 50


def test_its_name_and_limits_change(browser: Client, owner: User) -> None:
    agent = AgentFactory(owner=owner, read_only=True)
    address = f"{AGENTS}{agent.pk}/"
    page = text(browser, address)
    assert [line for line in page.splitlines() if 'name="read_only"' in line and "checked" in line]
    assert not [line for line in page.splitlines() if 'name="review_always"' in line and "checked" in line]
    response = browser.post(address, {"name": "renamed", "review_always": "on"}, follow=True)
    assert response.redirect_chain == [(AGENTS, 303)]
    assert "renamed is changed" in response.content.decode()
    changed = Agent.objects.get()
    assert (changed.name, changed.read_only, changed.review_always) == ("renamed", False, True)


def test_a_refused_name_keeps_what_was_typed(browser: Client, owner: User) -> None:
    agent = AgentFactory(owner=owner)
    response = browser.post(f"{AGENTS}{agent.pk}/", {"name": "\u200b", "read_only": "on"})
    assert response.status_code == 400
    assert "name needs characters that can be seen" in response.content.decode()
    assert not Agent.objects.get().read_only


def test_it_is_ended_after_a_question(browser: Client, owner: User) -> None:
    key = new_key()
    agent = AgentFactory(owner=owner, key=key)
    address = f"{AGENTS}{agent.pk}/end/"
    assert "stops working with its next call" in text(browser, address)
    assert call_tools(browser, key)[0] == 200

    response = browser.post(address, follow=True)

    assert response.redirect_chain == [(AGENTS, 303)]
    assert "ended" in response.content.decode()
    assert call_tools(browser, key)[0] == 401


def test_an_ended_one_is_not_changed(browser: Client, owner: User) -> None:
    agent = AgentFactory(owner=owner, revoked_at=timezone.now())
    page = text(browser, f"{AGENTS}{agent.pk}/")
    assert "Save" not in page
    assert "/end/" not in page
    assert browser.post(f"{AGENTS}{agent.pk}/", {"name": "again"}).status_code == 409
    assert Agent.objects.get().name == agent.name


@pytest.mark.parametrize("address", ["{}{}/", "{}{}/end/"])
def test_another_persons_is_not_there(browser: Client, outsider: User, address: str) -> None:
    theirs = AgentFactory(owner=outsider)
    for pk in (theirs.pk, "abcdefghjkmn", "nope", "\0"):
        assert browser.get(address.format(AGENTS, pk)).status_code == 404
        assert browser.post(address.format(AGENTS, pk), {"name": "mine"}).status_code == 404
    kept = Agent.objects.get()
    assert (kept.name, kept.revoked_at) == (theirs.name, None)


def test_who_is_not_signed_in_comes_to_the_sign_in(client: Client, owner: User) -> None:
    agent = AgentFactory(owner=owner)
    for address in (AGENTS, f"{AGENTS}{agent.pk}/", f"{AGENTS}{agent.pk}/end/"):
        assert client.get(address).headers["Location"] == f"/login/?next={address}"
        assert client.post(address).status_code == 302
    assert Agent.objects.get().revoked_at is None
