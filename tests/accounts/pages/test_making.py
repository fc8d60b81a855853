"""A person makes an agent: its key is shown once, and one form makes one agent."""

import logging

import pytest
from django.db import connection
from django.test import Client

from conderis.accounts.keys import hash_of
from conderis.accounts.models import Agent, User
from tests.accounts.pages.reading import KEY, call_tools, ident_of, text

AGENTS = "/settings/agents/"


def make(browser: Client, **sent: str) -> str:
    """Fill in the form as it was served, and read the answer."""
    fields = {"ident": ident_of(text(browser, AGENTS)), "name": "ci", **sent}
    response = browser.post(AGENTS, fields)
    assert response.status_code == 200
    return str(response.content.decode())


def test_its_key_works_at_once(browser: Client, owner: User) -> None:
    [key] = set(KEY.findall(make(browser)))
    agent = Agent.objects.get()
    assert (agent.owner, agent.name, agent.key_hash) == (owner, "ci", hash_of(key))
    assert (agent.read_only, agent.review_always) == (False, False)
    assert call_tools(browser, key)[0] == 200


def test_its_limits_are_chosen(browser: Client) -> None:
    make(browser, read_only="on", review_always="on")
    agent = Agent.objects.get()
    assert (agent.read_only, agent.review_always) == (True, True)


@pytest.mark.parametrize("address", [AGENTS, "/connect/codex/"])
def test_the_key_stands_in_that_answer_alone(
    browser: Client, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], address: str
) -> None:
    caplog.set_level(logging.DEBUG)
    response = browser.post(address, {"ident": ident_of(text(browser, address)), "name": "ci"})
    [key] = set(KEY.findall(response.content.decode()))
    assert "no-store" in response.headers["Cache-Control"]

    kept = [str(response.headers), str(browser.cookies), str(dict(browser.session)), caplog.text, *capfd.readouterr()]
    assert [each for each in kept if key in each] == []
    for page in (AGENTS, f"{AGENTS}{Agent.objects.get().pk}/", "/connect/codex/", "/settings/", "/admin/"):
        assert key not in browser.get(page, follow=True).content.decode()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT count(*) FROM "{table}" AS t WHERE t::text LIKE %s', [f"%{key}%"])  # noqa: S608
            assert cursor.fetchone() == (0,), table


@pytest.mark.parametrize("address", [AGENTS, "/connect/codex/"])
def test_a_reload_makes_no_second_one(browser: Client, address: str) -> None:
    sent = {"ident": ident_of(text(browser, address)), "name": "ci"}
    assert browser.post(address, sent).status_code == 200

    again = browser.post(address, sent)

    assert again.status_code == 409
    page = again.content.decode()
    assert "This form was sent before" in page
    assert not KEY.search(page)
    assert Agent.objects.count() == 1
    assert browser.post(address, sent | {"ident": ident_of(page)}).status_code == 200
    assert Agent.objects.count() == 2


@pytest.mark.parametrize("ident", ["", "nope", "abcdefghjkmn", "abcdefghjkmn:forged"])
def test_an_id_is_not_chosen(browser: Client, ident: str) -> None:
    response = browser.post(AGENTS, {"ident": ident, "name": "ci"})
    assert response.status_code == 422
    assert "This form is out of date" in response.content.decode()
    assert not Agent.objects.exists()


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\u200b", "x" * 101, "Bearer cnd_" + "k" * 40])
def test_a_name_is_refused_beside_its_field(browser: Client, name: str) -> None:
    response = browser.post(AGENTS, {"ident": ident_of(text(browser, AGENTS)), "name": name})
    assert response.status_code in (400, 422)
    assert "field-error" in response.content.decode()
    assert not Agent.objects.exists()


def test_who_is_not_signed_in_makes_none(client: Client, db: None) -> None:
    for address in (AGENTS, "/connect/codex/"):
        assert client.post(address, {"name": "ci"}).headers["Location"].startswith("/login/")
    assert not Agent.objects.exists()
