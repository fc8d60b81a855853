"""Guessing is slow; people aren't."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from conderis.accounts import throttle
from conderis.accounts.models import User
from conderis.core import rate_limit
from conderis.core.rate_limit import Breaker
from tests.accounts.signing_in import ADA, PASSWORD, account, link_of_mail, sign_in, text

WRONG = "wrong-horse-7"


@pytest.fixture(autouse=True)
def ada(db: None) -> User:
    return account(name="Ada")


def attempts(
    count: int, password: str = WRONG, email: str = ADA, client: Client | None = None, **sent: Any
) -> list[int]:
    """The status of each of so many tries, by new browsers."""
    return [sign_in(client or Client(**sent), email, password).status_code for _ in range(count)]


def from_everywhere(count: int, password: str = WRONG, email: str = ADA) -> list[int]:
    """Tries from a network address each."""
    return [attempts(1, password, email, REMOTE_ADDR=f"198.51.{n // 250}.{n % 250}")[0] for n in range(count)]


class TestByAddress:
    def test_thirty_a_minute_is_the_default(self) -> None:
        assert attempts(32, PASSWORD) == [302] * 30 + [429] * 2

    def test_the_page_says_when_to_go_on(self, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 1
        attempts(1)
        response = sign_in(Client())
        seconds = int(response["Retry-After"])
        assert 1 <= seconds <= 60
        assert f"Try again in {seconds} seconds" in text(response)

    def test_looking_at_the_form_is_no_attempt(self, settings: Any, client: Client) -> None:
        settings.SIGN_IN_LIMIT = 1
        assert [client.get("/login/").status_code for _ in range(5)] == [200] * 5
        assert attempts(1) == [200]

    def test_another_address_has_its_own(self, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 2
        assert attempts(3, PASSWORD, REMOTE_ADDR="192.0.2.1") == [302, 302, 429]
        assert attempts(1, PASSWORD, REMOTE_ADDR="192.0.2.2") == [302]

    def test_it_starts_anew(self, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 1
        assert attempts(2) == [200, 429]
        client = rate_limit._connected()
        [key] = client.keys("conderis:account_login:*")
        assert 50_000 < client.pttl(key) <= 60_000

    def test_zero_switches_it_off(self, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 0
        assert attempts(70) == [200] * 70

    @pytest.mark.parametrize("proxies", [0, 1])
    def test_a_header_that_anyone_can_send_counts_for_nothing(self, settings: Any, proxies: int) -> None:
        settings.SIGN_IN_LIMIT, settings.TRUSTED_PROXIES = 2, proxies
        told = ["192.0.2.9" if proxies else f"192.0.2.{n}" for n in range(3)]
        tries = [
            sign_in(Client(HTTP_X_FORWARDED_FOR=f"203.0.113.{n}, {last}")).status_code for n, last in enumerate(told)
        ]
        assert tries == [302, 302, 429]

    def test_behind_a_trusted_proxy_each_client_has_its_own(self, settings: Any) -> None:
        settings.SIGN_IN_LIMIT, settings.TRUSTED_PROXIES = 1, 1
        assert [attempts(1, PASSWORD, HTTP_X_FORWARDED_FOR=f"192.0.2.{n}") for n in range(3)] == [[302]] * 3

    @pytest.mark.parametrize(
        ("path", "sent"),
        [
            ("/signup/", {"email": "new@example.org"}),
            ("/password/reset/", {"email": "nobody@example.org"}),
            ("/password/change/", {"oldpassword": WRONG}),
            ("/reauthenticate/", {"password": WRONG}),
            ("/2fa/authenticate/", {"code": "1"}),
        ],
    )
    def test_every_form_that_could_be_used_to_guess_has_one(
        self, settings: Any, path: str, sent: dict[str, str]
    ) -> None:
        settings.SIGN_IN_LIMIT = 3
        client = Client()
        if path in ("/password/change/", "/reauthenticate/"):
            sign_in(client)
        statuses = [client.post(path, sent).status_code for _ in range(4)]
        assert 429 not in statuses[:3]
        assert statuses[3] == 429


class TestByAccount:
    """Many machines that guess one person's password."""

    @pytest.fixture(autouse=True)
    def soon(self, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 5

    def test_they_are_stopped_with_the_right_password_too(self) -> None:
        assert from_everywhere(11) == [200] * 10 + [429]
        response = sign_in(Client(REMOTE_ADDR="203.0.113.1"))
        assert response.status_code == 429
        assert 60 < int(response["Retry-After"]) <= 20 * 60

    def test_no_account_is_stopped_likewise(self) -> None:
        assert from_everywhere(11, email="nobody@example.org") == [200] * 10 + [429]

    def test_another_account_is_not(self) -> None:
        account("bea@example.org")
        from_everywhere(11)
        assert sign_in(Client(), "bea@example.org").status_code == 302

    def test_the_persons_own_browser_is_not(self, client: Client) -> None:
        sign_in(client)
        client.post("/logout/")
        from_everywhere(11)
        assert sign_in(client).status_code == 302

    def test_a_known_browser_guesses_no_further_either(self, client: Client) -> None:
        sign_in(client)
        client.post("/logout/")
        guess = {"login": ADA, "password": WRONG}
        tries = [client.post("/login/", guess, REMOTE_ADDR=f"192.0.2.{n}") for n in range(11)]
        assert [response.status_code for response in tries] == [200] * 10 + [429]

    def test_a_made_up_cookie_makes_no_browser_known(self, client: Client) -> None:
        sign_in(client)
        digest = client.cookies[throttle.COOKIE].value.partition(":")[0]
        forged = Client()
        forged.cookies[throttle.COOKIE] = f"{digest}:x:1:abc"
        from_everywhere(11)
        assert sign_in(forged).status_code == 429

    def test_another_persons_browser_is_an_unknown_one(self, client: Client) -> None:
        account("bea@example.org")
        sign_in(client, "bea@example.org")
        client.post("/logout/")
        from_everywhere(11)
        assert sign_in(client).status_code == 429

    def test_a_right_password_starts_it_anew(self) -> None:
        for _ in range(3):
            assert from_everywhere(9) == [200] * 9
            assert sign_in(Client(REMOTE_ADDR="203.0.113.1")).status_code == 302

    def test_a_new_password_by_mail_is_the_way_in_from_elsewhere(self) -> None:
        from_everywhere(11)
        client = Client(REMOTE_ADDR="203.0.113.1")
        client.post("/password/reset/", {"email": ADA})
        form = client.get(link_of_mail())["Location"]
        new = {"password1": "another-horse-8", "password2": "another-horse-8"}
        assert client.post(form, new)["Location"] == "/"

    def test_its_address_stands_neither_in_valkey_nor_in_the_cookie(self, client: Client) -> None:
        sign_in(client, password=WRONG)
        sign_in(client)
        stored = repr(rate_limit._connected().keys("*")) + client.cookies[throttle.COOKIE].value
        assert "ada" not in stored
        assert "example" not in stored


def test_a_lost_valkey_stops_nobody(settings: Any, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    settings.SIGN_IN_LIMIT = 1
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(rate_limit, "breaker", Breaker())
    rate_limit._connected.cache_clear()
    rate_limit._counter.cache_clear()
    try:
        assert attempts(3, PASSWORD) == [302] * 3
        client.post("/password/reset/", {"email": ADA})
        assert len(mail.outbox) == 1
    finally:
        rate_limit._connected.cache_clear()
        rate_limit._counter.cache_clear()
