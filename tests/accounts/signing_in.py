"""What the tests of signing in share: a person with a password, and a browser that fills in forms as one does."""

import re
import time
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from conderis.accounts.models import User
from conderis.accounts.services.create_account import create_account

ADA = "ada@example.org"
PASSWORD = "correct-horse-7"
PERIOD = 30  # seconds for which an authenticator app shows a code


def account(email: str = ADA, **about: Any) -> User:
    return create_account(email=email, password=PASSWORD, **about)[0]


def sign_in(client: Client, email: str = ADA, password: str = PASSWORD, **sent: Any) -> HttpResponse:
    return client.post("/login/", {"login": email, "password": password, **sent})


def is_signed_in(client: Client) -> bool:
    return client.get("/password/change/").status_code == 200


def text(response: Any) -> str:
    content: str = response.content.decode()
    return content


def link_of_mail(place: int = -1) -> str:
    """The path of the only link in a mail that was sent."""
    found = re.findall(r"http://\S+(/(?:confirm-email|password/reset/key)/\S+)", str(mail.outbox[place].body))
    assert len(found) == 1
    return str(found[0])


def switch_codes_on(user: User) -> tuple[str, list[str]]:
    """The secret that the person's app has from now on, and their recovery codes."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret, RecoveryCodes.activate(user).get_unused_codes()


def code_of(secret: str, periods: int = 0) -> str:
    """What the app shows now, or so many periods later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD + periods))


def has_codes(user: User) -> bool:
    return Authenticator.objects.filter(user=user).exists()
