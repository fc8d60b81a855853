"""Beside the password a code, for who wants one."""

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from conderis.accounts.models import User
from conderis.accounts.services.remove_second_factor import remove_second_factor
from tests.accounts.signing_in import (
    ADA,
    PASSWORD,
    account,
    code_of,
    has_codes,
    is_signed_in,
    sign_in,
    switch_codes_on,
    text,
)
from tests.factories import UserFactory


@pytest.fixture(autouse=True)
def another_process() -> None:
    """allauth notes used codes in its process; ours must hold without."""
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    return account(name="Ada")


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    sign_in(client)
    return client


def confirm(client: Client, path: str) -> Any:
    """The page behind the question for the password."""
    led = client.get(path)
    assert led["Location"].startswith("/reauthenticate/")
    assert client.post(led["Location"], {"password": PASSWORD})["Location"] == path
    return client.get(path)


class TestSetUp:
    @pytest.mark.django_db(transaction=True)  # allauth mails when the transaction ends
    def test_it_asks_for_the_password_and_a_first_code(self, browser: Client, ada: User) -> None:
        assert "Set it up" in text(browser.get("/2fa/"))
        page = confirm(browser, "/2fa/totp/activate/")
        assert 'src="data:image/svg+xml;base64,' in text(page)
        secret = page.context["form"].secret
        assert "Incorrect code" in text(browser.post("/2fa/totp/activate/", {"code": "000000"}))
        assert not has_codes(ada)

        done = browser.post("/2fa/totp/activate/", {"code": code_of(secret)}, follow=True)
        assert done.redirect_chain[-1][0] == "/2fa/recovery-codes/"
        assert len(done.context["unused_codes"]) == 10
        assert has_codes(ada)
        assert mail.outbox[-1].subject == "The second factor for Conderis is on"
        assert secret not in mail.outbox[-1].body

    def test_it_is_switched_off_behind_the_password(self, browser: Client, ada: User) -> None:
        switch_codes_on(ada)
        assert "Switch it off" in text(browser.get("/2fa/"))
        confirm(browser, "/2fa/totp/deactivate/")
        assert browser.post("/2fa/totp/deactivate/")["Location"] == "/2fa/"
        assert not has_codes(ada)
        assert mail.outbox[-1].subject == "The second factor for Conderis is off"
        assert sign_in(Client())["Location"] == "/"

    def test_recovery_codes_are_shown_saved_and_made_anew_behind_it_too(self, browser: Client, ada: User) -> None:
        _, codes = switch_codes_on(ada)
        shown = text(confirm(browser, "/2fa/recovery-codes/"))
        assert all(code in shown for code in codes)
        saved = browser.get("/2fa/recovery-codes/download/")
        assert text(saved).split() == codes
        assert browser.post("/2fa/recovery-codes/generate/")["Location"] == "/2fa/recovery-codes/"
        assert codes[0] not in text(browser.get("/2fa/recovery-codes/"))

    @pytest.mark.parametrize("path", ["", "totp/activate/", "totp/deactivate/", "recovery-codes/"])
    def test_it_takes_a_sign_in(self, db: None, client: Client, path: str) -> None:
        assert client.get(f"/2fa/{path}")["Location"].startswith("/login/")


class TestSignIn:
    def test_the_password_alone_does_not_do(self, ada: User, client: Client) -> None:
        secret, _ = switch_codes_on(ada)
        assert sign_in(client, next="/guide/")["Location"] == "/2fa/authenticate/"
        assert not is_signed_in(client)
        assert "Incorrect code" in text(client.post("/2fa/authenticate/", {"code": "000000"}))
        assert client.post("/2fa/authenticate/", {"code": code_of(secret)})["Location"] == "/guide/"
        assert is_signed_in(client)

    @pytest.mark.parametrize(("periods", "status"), [(-2, 200), (-1, 302), (1, 302), (2, 200)])
    def test_a_clock_may_be_half_a_minute_off(self, ada: User, client: Client, periods: int, status: int) -> None:
        secret, _ = switch_codes_on(ada)
        sign_in(client)
        assert client.post("/2fa/authenticate/", {"code": code_of(secret, periods)}).status_code == status

    def test_a_code_works_once(self, ada: User) -> None:
        secret, _ = switch_codes_on(ada)
        code = code_of(secret)
        for sent, status in ((code, 302), (code, 200), (f"{code[:3]} {code[3:]}", 200), (f"{code}-", 200)):
            client = Client()
            sign_in(client)
            cache.clear()
            assert client.post("/2fa/authenticate/", {"code": sent}).status_code == status

    def test_a_recovery_code_works_once(self, ada: User) -> None:
        _, codes = switch_codes_on(ada)
        for status in (302, 200):
            client = Client()
            sign_in(client)
            assert client.post("/2fa/authenticate/", {"code": codes[0]}).status_code == status

    def test_guessing_ends_soon_wherever_it_comes_from(self, ada: User, client: Client) -> None:
        secret, _ = switch_codes_on(ada)
        statuses = []
        for n in range(11):
            sign_in(client)
            tried = {"code": "000000"}
            statuses.append(client.post("/2fa/authenticate/", tried, REMOTE_ADDR=f"192.0.2.{n}").status_code)
        assert statuses == [200] * 10 + [429]
        right = client.post("/2fa/authenticate/", {"code": code_of(secret)}, REMOTE_ADDR="192.0.2.99")
        assert right.status_code == 429

    def test_without_a_password_there_is_nothing_to_enter(self, ada: User, client: Client) -> None:
        secret, _ = switch_codes_on(ada)
        assert client.get("/2fa/authenticate/")["Location"] == "/login/"
        assert client.post("/2fa/authenticate/", {"code": code_of(secret)})["Location"] == "/login/"

    def test_one_can_begin_anew(self, ada: User, client: Client) -> None:
        switch_codes_on(ada)
        sign_in(client)
        assert client.get("/login/")["Location"] == "/2fa/authenticate/"
        client.post("/logout/", {"next": "/login/"})
        assert client.get("/login/").status_code == 200

    def test_a_code_can_stand_for_the_password_where_one_is_asked_again(self, ada: User, browser: Client) -> None:
        secret, _ = switch_codes_on(ada)
        led = browser.get("/2fa/recovery-codes/")["Location"]
        assert "/2fa/reauthenticate/?next=" in text(browser.get(led))
        path = "/2fa/reauthenticate/?next=/2fa/recovery-codes/"
        assert browser.post(path, {"code": code_of(secret)})["Location"] == "/2fa/recovery-codes/"
        assert browser.get("/2fa/recovery-codes/").status_code == 200


class TestLost:
    def test_an_operator_removes_it(self, ada: User, client: Client) -> None:
        switch_codes_on(ada)
        client.force_login(UserFactory(is_staff=True, is_superuser=True))
        client.post("/admin/accounts/user/", {"action": "remove_codes", "_selected_action": [ada.pk]})
        assert not has_codes(ada)
        assert sign_in(Client(), ADA)["Location"] == "/"

    def test_there_may_be_none(self, ada: User) -> None:
        assert not remove_second_factor(user=ada)

    @pytest.mark.parametrize("path", ["mfa/authenticator/", "account/emailaddress/"])
    def test_the_admin_shows_neither_secrets_nor_rows_behind_an_account(
        self, db: None, client: Client, path: str
    ) -> None:
        client.force_login(UserFactory(is_staff=True, is_superuser=True))
        assert client.get(f"/admin/{path}").status_code == 404
