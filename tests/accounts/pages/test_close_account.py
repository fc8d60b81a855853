"""A person closes their account: told what happens, asked for the password, and gone."""

import pytest
from django.test import Client

from conderis.accounts.keys import new_key
from conderis.accounts.models import User
from tests.accounts.pages.reading import call_tools, text
from tests.calls import Caller
from tests.factories import AgentFactory, UserFactory

CLOSE = "/settings/close/"
PASSWORD = "correct-horse-7"


@pytest.fixture
def leaving(client: Client, db: None) -> User:
    """Someone who is in no project, signed in."""
    user: User = UserFactory(name="Fay")
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)
    return user


def test_it_says_what_happens(client: Client, leaving: User) -> None:
    page = text(client, CLOSE)
    for said in ("former member", "end at once", "can’t be taken back", "password"):
        assert said in page


def test_the_account_and_its_keys_end(client: Client, leaving: User) -> None:
    key = new_key()
    AgentFactory(owner=leaving, key=key)

    response = client.post(CLOSE, {"password": PASSWORD}, follow=True)

    assert response.redirect_chain[0] == ("/login/", 303)
    assert "Your account is closed" in response.content.decode()
    assert call_tools(client, key)[0] == 401
    assert client.get("/settings/").status_code == 302
    leaving.refresh_from_db()
    assert (leaving.is_active, leaving.name) == (False, "former member")


@pytest.mark.parametrize("password", ["", "wrong"])
def test_without_the_password_nothing_happens(client: Client, leaving: User, password: str) -> None:
    response = client.post(CLOSE, {"password": password})
    assert response.status_code in (400, 422)
    assert "field-error" in response.content.decode()
    leaving.refresh_from_db()
    assert leaving.is_active
    assert client.get("/settings/").status_code == 200


def test_the_only_owner_of_others_stays(client: Client, owner: User, as_writer: Caller) -> None:
    owner.set_password(PASSWORD)
    owner.save()
    client.force_login(owner)
    response = client.post(CLOSE, {"password": PASSWORD})
    assert response.status_code == 409
    assert "only owner of Lighthouse" in response.content.decode()
    owner.refresh_from_db()
    assert owner.is_active
