"""A person signs in with an address and a password, and out again."""

import subprocess
import sys
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.conf import settings as configured
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from conderis.accounts.models import User
from conderis.accounts.services.disable_account import disable_account
from tests.accounts.signing_in import ADA, PASSWORD, account, is_signed_in, sign_in, text
from tests.commands import manage
from tests.factories import UserFactory


@pytest.fixture
def ada(db: None) -> User:
    return account(name="Ada")


def test_an_account_of_the_command_signs_in_at_once_with_the_forms_token(db: None) -> None:
    manage("create_account", ADA, "--password", PASSWORD)
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/login/")
    token = page.context["csrf_token"]

    assert sign_in(browser).status_code == 403
    response = sign_in(browser, csrfmiddlewaretoken=str(token))

    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_signed_in(browser)
    assert mail.outbox == []


@pytest.mark.parametrize("address", [ADA, "ADA@example.org", " ada@EXAMPLE.org "])
def test_an_address_is_the_same_in_any_case(ada: User, client: Client, address: str) -> None:
    assert sign_in(client, address)["Location"] == "/"


@pytest.mark.parametrize(("address", "password"), [(ADA, "wrong-horse-7"), ("nobody@example.org", PASSWORD)])
def test_what_is_wrong_is_not_told(ada: User, client: Client, address: str, password: str) -> None:
    response = sign_in(client, address, password)
    assert response.status_code == 200
    assert "The address or the password is wrong." in text(response)
    assert not is_signed_in(client)


@pytest.mark.parametrize("address", [ADA, "nobody@example.org", "off@example.org"])
def test_it_takes_the_same_time_for_everyone(ada: User, client: Client, address: str) -> None:
    disable_account(user=account("off@example.org"))
    hasher = Argon2PasswordHasher()
    with (
        patch.object(Argon2PasswordHasher, "encode", wraps=hasher.encode) as encoding,
        patch.object(Argon2PasswordHasher, "verify", wraps=hasher.verify) as verifying,
    ):
        sign_in(client, address, "wrong-horse-7")
    assert encoding.call_count + verifying.call_count == 1


@pytest.mark.parametrize(
    ("address", "password"), [("", ""), ("ada", "x"), ("a" * 400 + "@example.org", "x"), ("\0", "\0")]
)
def test_what_is_no_address_is_answered_with_the_form(ada: User, client: Client, address: str, password: str) -> None:
    response = sign_in(client, address, password)
    assert response.status_code == 200
    assert 'name="login"' in text(response)


@pytest.mark.parametrize("there", ["/guide/", "/p/abc234def567/?q=1", "/admin/"])
def test_it_leads_back_to_where_one_came_from(ada: User, client: Client, there: str) -> None:
    assert sign_in(client, next=there)["Location"] == there
    assert client.get("/login/", {"next": there})["Location"] == there


@pytest.mark.parametrize(
    "there",
    [
        "https://evil.example/",
        "//evil.example/",
        r"\\evil.example",
        "javascript:alert(1)",
        "//localhost/",
        "http:///evil",
    ],
)
def test_it_leads_nowhere_else(ada: User, client: Client, there: str) -> None:
    assert sign_in(client, next=there)["Location"] == "/"
    assert client.get("/login/", {"next": there})["Location"] == "/"


def test_a_page_that_was_wished_for_comes_after_the_sign_in(ada: User, client: Client) -> None:
    led = client.get("/password/change/")
    assert led["Location"] == "/login/?next=/password/change/"
    assert 'value="/password/change/"' in text(client.get(led["Location"]))


def test_a_disabled_person_reads_what_a_stranger_does(ada: User, client: Client) -> None:
    User.objects.update(is_active=False)
    assert "The address or the password is wrong." in text(sign_in(client))


def test_signing_out_takes_a_form(ada: User, client: Client) -> None:
    sign_in(client)
    assert client.get("/logout/").status_code == 200
    assert is_signed_in(client)
    assert client.post("/logout/")["Location"] == "/login/"
    assert not is_signed_in(client)


class TestSession:
    def test_it_is_another_one_after_signing_in(self, ada: User, client: Client) -> None:
        session = client.session
        session["planted"] = True
        session.save()
        client.cookies[configured.SESSION_COOKIE_NAME] = session.session_key or ""
        sign_in(client)
        assert client.cookies[configured.SESSION_COOKIE_NAME].value != session.session_key

    def test_its_cookie_is_kept_from_scripts_and_other_sites(self, ada: User, client: Client) -> None:
        sign_in(client)
        cookie = client.cookies[configured.SESSION_COOKIE_NAME]
        assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 14 * 24 * 3600)

    def test_each_day_of_use_begins_two_weeks_anew(self, ada: User, client: Client) -> None:
        start = timezone.now()
        sign_in(client)
        for day in (10, 20, 30):
            with time_machine.travel(start + timedelta(days=day)):
                assert is_signed_in(client)
        with time_machine.travel(start + timedelta(days=45)):
            assert not is_signed_in(client)

    def test_on_the_same_day_nothing_is_written(self, ada: User, client: Client) -> None:
        sign_in(client)
        before = Session.objects.get().expire_date
        assert is_signed_in(client)
        assert Session.objects.get().expire_date == before

    def test_it_ends_for_good_when_the_account_is_disabled(self, ada: User, client: Client) -> None:
        sign_in(client)
        disable_account(user=ada)
        assert not is_signed_in(client)
        User.objects.update(is_active=True)
        assert not is_signed_in(client)


class TestAdmin:
    def test_operators_come_in_by_the_same_door(self, db: None, client: Client) -> None:
        account(admin=True)
        led = client.get("/admin/", follow=True)
        assert led.request["PATH_INFO"] == "/login/"
        assert sign_in(client, next="/admin/")["Location"] == "/admin/"
        assert client.get("/admin/").status_code == 200

    def test_it_has_no_form_of_its_own(self, db: None, client: Client) -> None:
        account(admin=True)
        posted = client.post("/admin/login/", {"username": ADA, "password": PASSWORD})
        assert posted["Location"].startswith("/login/")
        sign_in(client)
        assert client.get("/admin/password_change/")["Location"] == "/password/change/"

    def test_other_people_are_refused_and_not_sent_in_circles(self, ada: User, client: Client) -> None:
        sign_in(client)
        response = client.get("/admin/", follow=True)
        assert response.status_code == 403
        assert len(response.redirect_chain) == 1


def test_an_account_that_the_admin_made_or_moved_counts_as_confirmed(db: None, client: Client) -> None:
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    data = {"email": "New@example.org", "name": "New", "usable_password": "true"}
    client.post("/admin/accounts/user/add/", data | {"password1": PASSWORD, "password2": PASSWORD})
    new = User.objects.get(email="New@example.org")
    assert sign_in(Client(), "new@example.org")["Location"] == "/"
    data = {"email": "moved@example.org", "name": "New", "is_active": "on"}
    client.post(f"/admin/accounts/user/{new.pk}/change/", data)
    assert sign_in(Client(), "moved@example.org")["Location"] == "/"
    assert "is wrong" in text(sign_in(Client(), "new@example.org"))


def test_with_https_cookies_are_for_this_host_alone(tmp_path: Any) -> None:
    told = {"CONDERIS_URL": "https://conderis.example.org", "CONDERIS_DATA": str(tmp_path), "PATH": ""}
    names = "s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE"
    script = f"from conderis import settings as s; print({names})"
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=configured.BASE_DIR, env=told, capture_output=True, check=True
    )
    assert ran.stdout.decode().split() == ["__Host-sessionid", "__Host-csrftoken", "True", "True"]
