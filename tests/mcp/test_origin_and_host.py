"""A page of another site may not call the endpoint, by its origin or by a name rebound to our address."""

import json

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.mcp.toys import Post, request

PING = request("ping")


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://conderis.example"
    settings.ALLOWED_HOSTS = ["127.0.0.1", "conderis.example"]


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "",
        "http://conderis.example",
        "https://conderis.example:8443",
        "https://conderis.example.evil.example",
        "http://127.0.0.1:9",
        "http://127.0.0.1:8000, https://evil.example",
    ],
)
def test_it_refuses_a_foreign_origin(post: Post, origin: str) -> None:
    answer = post(PING, {"Origin": origin, "Host": "127.0.0.1:8000"})
    assert (answer.status, answer.code) == (403, -32600)


@pytest.mark.parametrize("origin", [None, "https://conderis.example", "http://127.0.0.1:8000"])
def test_it_serves_its_own_pages_and_what_is_no_browser(post: Post, origin: str | None) -> None:
    answer = post(PING, {"Origin": origin, "Host": "127.0.0.1:8000"})
    assert (answer.status, answer.result) == (200, {})


def test_it_refuses_a_foreign_origin_before_it_asks_for_a_key(post: Post) -> None:
    assert post(PING, {"Origin": "https://evil.example", "Host": "127.0.0.1", "Authorization": None}).status == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "a b", "-", "[::1"])
def test_it_refuses_a_foreign_host_with_json(post: Post, host: str) -> None:
    answer = post(PING, {"Host": host, "Origin": f"http://{host}"})
    assert (answer.status, answer.code) == (403, -32600)
    assert answer.headers["Content-Type"] == "application/json"


def test_a_rebound_name_is_foreign_where_every_host_is_served(post: Post, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert post(PING, {"Host": "evil.example", "Origin": "http://evil.example"}).status == 403
    assert post(PING, {"Host": "evil.example", "Origin": "https://conderis.example"}).status == 200


def test_other_addresses_keep_djangos_answer_to_a_foreign_host(client: Client) -> None:
    response = client.get("/healthz", headers={"Host": "evil.example"})
    assert response.status_code == 400


def test_a_cross_site_form_needs_no_csrf_token_because_it_has_no_key(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/mcp", {"a": "b"}, headers={"Host": "127.0.0.1"})
    assert response.status_code == 401
    assert json.loads(response.content)["id"] is None
