"""What a browser may do with our pages: the same on every one of them, whoever answers."""

from typing import Any

import pytest
from django.test import Client

from tests.accounts.signing_in import account, sign_in

POLICY = (
    "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ANYONES = [
    "/",
    "/login/",
    "/signup/",
    "/password/reset/",
    "/confirm-email/",
    "/guide/",
    "/nowhere/",
    "/metrics",
    "/healthz",
]
PEOPLES = ["/", "/password/change/", "/2fa/", "/logout/", "/reauthenticate/", "/admin/", "/admin/accounts/user/"]


def parts(policy: str) -> set[str]:
    return set(policy.split("; "))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ANYONES)
def test_anyones_pages_have_it(client: Client, path: str) -> None:
    assert parts(client.get(path)["Content-Security-Policy"]) == parts(POLICY)


@pytest.mark.django_db
@pytest.mark.parametrize("path", PEOPLES)
def test_the_pages_of_who_is_signed_in_have_it(client: Client, path: str) -> None:
    account(admin=True)
    sign_in(client)
    response = client.get(path)
    assert response.status_code == 200
    assert parts(response["Content-Security-Policy"]) == parts(POLICY)


@pytest.mark.django_db
def test_refusals_have_it_too(client: Client, settings: Any) -> None:
    settings.SIGN_IN_LIMIT = 1
    sign_in(client)
    forged = Client(enforce_csrf_checks=True).post("/login/")
    foreign = client.get("/", HTTP_HOST="evil.example")
    for response, status in ((sign_in(client), 429), (forged, 403), (foreign, 400)):
        assert response.status_code == status
        assert parts(response["Content-Security-Policy"]) == parts(POLICY)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/login/"])
def test_the_other_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_answers_in_json_go_without(client: Client) -> None:
    response = client.get("/mcp")
    assert response["Content-Type"].startswith("application/json")
    assert "Content-Security-Policy" not in response
