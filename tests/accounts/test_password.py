"""A person changes a password, or gets a new one by mail."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from conderis.accounts.models import User
from conderis.outbox.models import Mail
from tests.accounts.signing_in import (
    ADA,
    PASSWORD,
    account,
    is_signed_in,
    link_of_mail,
    sign_in,
    switch_codes_on,
    text,
)

NEW = "another-horse-8"
TWICE = {"password1": NEW, "password2": NEW}


@pytest.fixture
def ada(db: None) -> User:
    return account(name="Ada")


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    sign_in(client)
    return client


def change(client: Client, old: str = PASSWORD, **new: str) -> Any:
    return client.post("/password/change/", {"oldpassword": old, **TWICE, **new})


class TestChange:
    def test_it_signs_every_other_browser_out(self, browser: Client) -> None:
        other = Client()
        sign_in(other)
        assert change(browser)["Location"] == "/settings/"
        assert is_signed_in(browser)
        assert not is_signed_in(other)
        assert sign_in(other).status_code == 200
        assert sign_in(other, password=NEW).status_code == 302

    def test_its_person_is_told_by_mail(self, browser: Client) -> None:
        change(browser)
        [sent] = mail.outbox
        assert (sent.subject, sent.to) == ("Your password for Conderis was changed", [ADA])
        assert NEW not in sent.body

    def test_nobody_waits_for_a_mail_server(self, browser: Client, settings: Any) -> None:
        settings.SENDS_MAIL = True
        change(browser)
        waiting = Mail.objects.get()
        assert (waiting.to, waiting.subject) == (ADA, "Your password for Conderis was changed")
        assert mail.outbox == []

    @pytest.mark.parametrize(
        ("sent", "says"),
        [
            ({"old": "wrong-horse-7"}, "This isn&#x27;t your password."),
            ({"password1": "short", "password2": "short"}, "at least 8 characters"),
            ({"password1": ADA, "password2": ADA}, "too similar"),
            ({"password2": "else-horse-9"}, "same password each time"),
        ],
    )
    def test_what_is_wrong_changes_nothing(self, browser: Client, sent: dict[str, str], says: str) -> None:
        response = change(browser, **sent)
        assert response.status_code == 200
        assert says in text(response)
        assert User.objects.get().check_password(PASSWORD)

    def test_whoever_found_the_browser_open_guesses_no_further(self, browser: Client, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 2
        for _ in range(2):
            assert change(browser, "wrong-horse-7").status_code == 200
            assert browser.post("/reauthenticate/", {"password": "x"}).status_code == 200
        for n, path in enumerate(("/password/change/", "/reauthenticate/")):
            sent = {"oldpassword": PASSWORD, "password": PASSWORD, **TWICE}
            assert browser.post(path, sent, REMOTE_ADDR=f"192.0.2.{n}").status_code == 429

    def test_it_takes_a_sign_in(self, db: None, client: Client) -> None:
        assert client.get("/password/change/")["Location"].startswith("/login/")


class TestReset:
    def test_the_link_leads_to_a_form_and_in(self, ada: User, client: Client) -> None:
        assert client.post("/password/reset/", {"email": "ADA@example.org"})["Location"] == "/password/reset/done/"
        form = client.get(link_of_mail())["Location"]
        assert "-set-password/" in form  # without the token, which would stand in the history
        assert "New password" in text(client.get(form))
        assert client.post(form, TWICE)["Location"] == "/"
        assert is_signed_in(client)
        assert User.objects.get().check_password(NEW)
        assert mail.outbox[-1].subject == "Your password for Conderis was changed"

    def test_it_signs_every_browser_out(self, browser: Client, client: Client) -> None:
        client.post("/password/reset/", {"email": ADA})
        client.post(client.get(link_of_mail())["Location"], TWICE)
        assert not is_signed_in(browser)

    def test_it_is_no_way_around_the_second_factor(self, ada: User, client: Client) -> None:
        switch_codes_on(ada)
        client.post("/password/reset/", {"email": ADA})
        response = client.post(client.get(link_of_mail())["Location"], TWICE)
        assert response["Location"] == "/2fa/authenticate/"
        assert not is_signed_in(client)

    @pytest.mark.parametrize("email", ["nobody@example.org", ADA])
    def test_who_has_an_account_is_not_told(self, ada: User, client: Client, email: str) -> None:
        response = client.post("/password/reset/", {"email": email}, follow=True)
        assert response.redirect_chain == [("/password/reset/done/", 302)]
        assert email not in text(response)
        assert mail.outbox[0].to == [email]

    def test_a_disabled_person_gets_no_link(self, ada: User, client: Client) -> None:
        User.objects.update(is_active=False)
        client.post("/password/reset/", {"email": ADA})
        assert "password/reset/key" not in mail.outbox[0].body

    def test_the_link_names_the_sites_own_address(self, ada: User, client: Client, settings: Any) -> None:
        settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://conderis.example.org", ["evil.example"]
        client.post("/password/reset/", {"email": ADA}, HTTP_HOST="evil.example")
        assert "https://conderis.example.org/password/reset/key/" in mail.outbox[0].body
        assert "evil" not in mail.outbox[0].body

    def test_the_link_is_good_once_and_for_a_day(self, ada: User, client: Client) -> None:
        client.post("/password/reset/", {"email": ADA})
        link = link_of_mail()
        with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
            assert "no longer good" in text(client.get(link))
        client.post(client.get(link)["Location"], TWICE)
        assert "no longer good" in text(Client().get(link))

    @pytest.mark.parametrize("link", ["abc234def567-a1b2c3-0123456789abcdef", "abc234def567-x", "nope-x"])
    def test_another_link_opens_nothing(self, ada: User, client: Client, link: str) -> None:
        assert "no longer good" in text(client.get(f"/password/reset/key/{link}/")) or link == "nope-x"
        assert client.post(f"/password/reset/key/{link}/", TWICE).status_code in (200, 404)
        assert User.objects.get().check_password(PASSWORD)

    def test_a_mailbox_is_not_flooded(self, ada: User, client: Client) -> None:
        for _ in range(9):
            assert client.post("/password/reset/", {"email": ADA}).status_code == 302
        assert len(mail.outbox) == 5

    def test_who_has_no_password_gets_one_this_way(self, ada: User, browser: Client) -> None:
        ada.set_unusable_password()
        ada.save()
        browser.force_login(ada)
        assert browser.get("/password/change/")["Location"] == "/password/set/"
        assert browser.get("/password/set/")["Location"] == "/password/reset/"
