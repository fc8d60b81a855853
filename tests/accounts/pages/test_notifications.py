"""Whether a person gets mails of what became of proposals is their own choice."""

from typing import Any

import pytest
from django.test import Client

from conderis.accounts.models import Agent, User
from conderis.accounts.services.set_mails import set_mails
from conderis.core.errors import Denied
from tests.accounts.pages.reading import text
from tests.factories import AgentFactory, acting_through

PAGE = "/settings/notifications/"


def test_they_are_off_until_one_wants_them(browser: Client, owner: User) -> None:
    assert not owner.mails_outcomes
    assert " checked" not in text(browser, PAGE)
    response = browser.post(PAGE, {"outcomes": "on"}, follow=True)
    assert response.redirect_chain == [(PAGE, 303)]
    assert "Your notifications are saved" in response.content.decode()
    owner.refresh_from_db()
    assert owner.mails_outcomes
    assert " checked" in text(browser, PAGE)
    browser.post(PAGE, {})
    owner.refresh_from_db()
    assert not owner.mails_outcomes


def test_the_page_says_where_they_go_without_a_mail_server(browser: Client, settings: Any) -> None:
    settings.SENDS_MAIL = False
    assert "no mail server" in text(browser, PAGE)
    settings.SENDS_MAIL = True
    assert "no mail server" not in text(browser, PAGE)


def test_an_agent_cant_choose_for_its_owner(owner: User) -> None:
    agent: Agent = AgentFactory(owner=owner)
    with pytest.raises(Denied):
        set_mails(actor=acting_through(agent), outcomes=True)
    owner.refresh_from_db()
    assert not owner.mails_outcomes
