"""People make accounts for themselves where the site lets them, and confirm their address first."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from conderis.accounts.models import User
from conderis.accounts.services.create_account import create_account
from tests.accounts.signing_in import ADA, PASSWORD, account, is_signed_in, link_of_mail, sign_in, text
from tests.factories import UserFactory
from tests.together import together


@pytest.fixture(autouse=True)
def open_site(settings: Any, db: None) -> None:
    settings.SIGN_UP = True


def sign_up(client: Client, email: str = ADA, name: str = "Ada", password: str = PASSWORD) -> HttpResponse:
    return client.post("/signup/", {"name": name, "email": email, "password1": password})


def test_it_is_closed_unless_the_operator_opens_it(settings: Any, client: Client) -> None:
    settings.SIGN_UP = False
    assert "by invitation" in text(client.get("/signup/"))
    assert "by invitation" in text(sign_up(client))
    assert "/signup/" not in text(client.get("/login/"))
    assert not User.objects.exists()
    assert mail.outbox == []


def test_the_account_works_once_its_address_is_confirmed(client: Client) -> None:
    assert "/signup/" in text(client.get("/login/"))
    assert sign_up(client)["Location"] == "/confirm-email/"
    assert "Look into your mail" in text(client.get("/confirm-email/"))
    assert sign_in(Client())["Location"] == "/confirm-email/"
    assert not is_signed_in(client)

    link = link_of_mail()
    assert "Confirm it" in text(client.get(link))
    assert client.post(link)["Location"] == "/login/"
    assert "Your address is confirmed" in text(client.get("/login/"))
    assert sign_in(client)["Location"] == "/"
    assert User.objects.get().name == "Ada"


def test_the_mail_is_short_and_from_us(client: Client, settings: Any) -> None:
    settings.PUBLIC_URL = "http://conderis.example.org"
    sign_up(client, name="Win a prize at evil.example")
    [sent] = mail.outbox
    assert (sent.subject, sent.to) == ("Confirm your address for Conderis", [ADA])
    assert "http://conderis.example.org/confirm-email/" in sent.body
    assert "evil.example" not in sent.body
    assert not getattr(sent, "alternatives", None)


def test_signing_in_before_that_sends_the_link_once_more(client: Client) -> None:
    sign_up(client)
    sign_in(client)
    assert len(mail.outbox) == 2
    assert client.post(link_of_mail(0))["Location"] == "/login/"


@pytest.mark.parametrize("link", ["/confirm-email/nope/", "/confirm-email/MQ:1abcde:abc/"])
def test_another_link_confirms_nothing(client: Client, link: str) -> None:
    assert "no longer good" in text(client.get(link))
    assert client.post(link).status_code == 404


def test_a_link_is_good_for_three_days_and_once(client: Client) -> None:
    sign_up(client)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert "no longer good" in text(client.get(link_of_mail()))
    client.post(link_of_mail())
    assert "no longer good" in text(client.get(link_of_mail()))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"password": "short"}, "at least 8 characters"),
        ({"password": "password"}, "too common"),
        ({"password": "ada@example.org"}, "too similar"),
        ({"name": " "}, "required"),
        ({"name": "n" * 101}, "at most 100"),
        ({"name": "\u200b"}, "characters that can be seen"),
        ({"email": "ada"}, "valid email address"),
        ({"email": "a" * 250 + "@example.org"}, "at most 254"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(client: Client, wrong: dict[str, str], says: str) -> None:
    response = sign_up(client, **wrong)
    assert response.status_code == 200
    assert says in text(response)
    assert not User.objects.exists()


class TestKnownAddress:
    """Whether an address has an account is nobody's business."""

    @pytest.mark.parametrize("address", [ADA, "ADA@Example.org"])
    def test_it_is_answered_alike(self, client: Client, address: str) -> None:
        account("Ada@example.org")
        known, unknown = sign_up(client, address), sign_up(Client(), "new@example.org")
        assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
        assert User.objects.count() == 2
        assert User.objects.get(email="Ada@example.org").check_password(PASSWORD)
        assert mail.outbox[0].subject == "You have an account at Conderis already"
        assert "/login/" in mail.outbox[0].body

    def test_it_is_answered_in_the_same_time(self, client: Client) -> None:
        account()
        for address in (ADA, "new@example.org"):
            with patch.object(Argon2PasswordHasher, "encode", wraps=Argon2PasswordHasher().encode) as hashing:
                sign_up(Client(), address)
            assert hashing.call_count == 1

    def test_an_account_from_before_sign_up_is_known_too(self, client: Client) -> None:
        UserFactory(email="Ada@example.org")
        assert sign_up(client)["Location"] == "/confirm-email/"
        assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_at_the_same_moment_it_is_one_account() -> None:
    def ask(address: str) -> HttpResponse:
        return sign_up(Client(), address)

    answers = together(
        lambda: ask(ADA), lambda: ask("Ada@example.org"), lambda: create_account(email=ADA, password=PASSWORD)
    )
    assert [answer["Location"] for answer in answers[:2]] == ["/confirm-email/"] * 2
    assert User.objects.count() == EmailAddress.objects.count() == 1


def test_an_address_that_became_anothers_is_not_confirmed(client: Client) -> None:
    sign_up(client)
    User.objects.update(email="moved@example.org")
    account()
    client.post(link_of_mail())
    assert sorted(User.objects.values_list("email", flat=True)) == [ADA, "moved@example.org"]
    assert EmailAddress.objects.filter(email=ADA, verified=True).count() == 1


def test_the_command_does_not_confirm_what_a_stranger_may_have_made(client: Client) -> None:
    sign_up(client)
    account()
    assert sign_in(client)["Location"] == "/confirm-email/"


def test_a_mailbox_is_not_flooded(client: Client) -> None:
    for _ in range(9):
        assert sign_up(Client())["Location"] == "/confirm-email/"
    assert len(mail.outbox) == 5
