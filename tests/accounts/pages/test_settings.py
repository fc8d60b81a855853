"""What a person is called, which keys work for them, and where the rest is."""

import pytest
from django.test import Client

from conderis.accounts.models import User
from conderis.web.keys import KEYS
from tests.accounts.pages.reading import text

PAGES = [
    "/settings/",
    "/settings/agents/",
    "/settings/security/",
    "/settings/notifications/",
    "/settings/keys/",
    "/settings/close/",
]


def test_a_name_is_changed(browser: Client, owner: User) -> None:
    page = text(browser, "/settings/")
    assert 'value="Ada"' in page
    assert owner.email in page
    response = browser.post("/settings/", {"name": " Ada L. "}, follow=True)
    assert response.redirect_chain == [("/settings/", 303)]
    assert "Your name is saved" in response.content.decode()
    owner.refresh_from_db()
    assert owner.name == "Ada L."


@pytest.mark.parametrize("name", ["", "\u200b", "a\nb", "x" * 101])
def test_a_name_is_refused_beside_its_field(browser: Client, owner: User, name: str) -> None:
    response = browser.post("/settings/", {"name": name})
    assert response.status_code in (400, 422)
    assert "field-error" in response.content.decode()
    owner.refresh_from_db()
    assert owner.name == "Ada"


def test_keys_are_switched_off_and_on_again(browser: Client, owner: User) -> None:
    assert text(browser, "/settings/keys/").count(" checked>") == len(KEYS)
    kept = [key.keys for key in KEYS if key.keys not in ("?", "g t")]

    assert browser.post("/settings/keys/", {"on": kept}).status_code == 303

    owner.refresh_from_db()
    assert set(owner.keys_off) == {"?", "g t"}
    page = text(browser, "/settings/keys/")
    assert page.count(" checked>") == len(KEYS) - 2
    assert 'data-keys-off="?,g t"' in page
    browser.post("/settings/keys/", {"on": [key.keys for key in KEYS]})
    owner.refresh_from_db()
    assert owner.keys_off == []


def test_all_keys_can_be_off(browser: Client, owner: User) -> None:
    assert browser.post("/settings/keys/").status_code == 303
    owner.refresh_from_db()
    assert len(owner.keys_off) == len(KEYS)


def test_a_key_that_is_none_is_ignored(browser: Client, owner: User) -> None:
    browser.post("/settings/keys/", {"on": ["zz", *(key.keys for key in KEYS)]})
    owner.refresh_from_db()
    assert owner.keys_off == []


def test_security_leads_to_password_second_factor_agents_and_the_end(browser: Client) -> None:
    page = text(browser, "/settings/security/")
    for address in ("/password/change/", "/2fa/", "/settings/agents/", "/settings/close/"):
        assert f'href="{address}"' in page


@pytest.mark.parametrize("address", PAGES)
def test_they_are_for_the_signed_in(client: Client, db: None, address: str) -> None:
    assert client.get(address).headers["Location"] == f"/login/?next={address}"
    assert client.post(address).status_code in (302, 405)
