"""/healthz and /readyz: what lives, what is ready, and how soon they say so."""

import socket
import time
from collections.abc import Generator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from conderis.embedded.servers import free_port
from conderis.web import checks


@pytest.fixture
def silent_port() -> Generator[int, None, None]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield server.getsockname()[1]


class Elsewhere:
    """Stands in for Django's connection, with an address of its own."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get_connection_params(self) -> dict[str, Any]:
        return {**connection.get_connection_params(), "host": "127.0.0.1", "port": self.port}


def test_a_process_lives_without_a_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_everything_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"database": "ok", "migrations": "ok", "broker": "ok"}


@pytest.mark.django_db
def test_a_broker_that_is_gone(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"database": "ok", "migrations": "ok", "broker": "no answer"}


@pytest.mark.django_db
def test_a_migration_that_has_not_run(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    known = checks._known_migrations()
    monkeypatch.setattr(checks, "_known_migrations", lambda: known | {("items", "9999_later")})
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["migrations"] == "1 to run"


def test_a_hanging_database_and_broker_are_said_soon(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, silent_port: int
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{silent_port}/0"
    monkeypatch.setattr(checks, "connection", Elsewhere(silent_port))
    begin = time.monotonic()
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"database": "no answer", "migrations": "no answer", "broker": "no answer"}
    assert time.monotonic() - begin < 3


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_they_are_read_only(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
