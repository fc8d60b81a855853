"""What a body may be: at most 2 MB of strict JSON in UTF-8, whatever the headers say of it."""

import io
import json
from typing import Any, ClassVar

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from conderis.mcp.body import PATIENCE
from tests.mcp.toys import Caller, Post, request

PING = request("ping", ident=7)


def padded(size: int) -> bytes:
    body = json.dumps(PING).encode()
    return body + b" " * (size - len(body))


def test_a_body_of_exactly_the_bound_is_read(post: Post) -> None:
    assert post(padded(2_000_000)).result == {}


@pytest.mark.parametrize("key", ["valid", None])
def test_a_larger_one_is_refused_with_and_without_a_key(post: Post, caller: Caller, key: str | None) -> None:
    answer = post(padded(2_000_001), {"Authorization": key and caller.bearer})
    assert (answer.status, answer.code, answer.body["id"]) == (413, -32600, None)
    assert answer.body["error"]["data"]["error"] == "too_large"
    assert answer.body["error"]["data"]["limit"] == "body: 2000000 bytes"


def test_a_larger_one_is_refused_unread(client: Client) -> None:
    response = client.generic("POST", "/mcp", b"", headers={"Content-Length": "2000001"})
    assert response.status_code == 413


def test_the_bound_is_a_setting(post: Post, settings: Settings) -> None:
    settings.MAX_BODY = 100
    assert post(padded(100)).status == 200
    assert post(padded(101)).status == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"nonsense",
        b'{"jsonrpc":"2.0","id":1,"method":"ping"} x',
        b'{"jsonrpc":"2.0","id":1,"method":"p\xff"}',
        b'{"jsonrpc":"2.0","id":1,"method":"p\xed\xa0\x80"}',
        json.dumps(PING).encode("utf-16"),
        json.dumps(PING).encode("utf-32"),
        b"\xef\xbb\xbf" + json.dumps(PING).encode(),
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":-Infinity}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1e999}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"1" * 5000 + b"}}",
        b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1,"a":2}}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 99 + b"]" * 99 + b"}}",
        b"[" * 1_000_000,
        b'{"a":' * 300_000,
        b"[" * 500 + b"]" * 500,
    ],
)
def test_what_is_not_strict_json_is_a_parse_error(post: Post, body: bytes) -> None:
    answer = post(body)
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32700, None)


def test_nesting_within_reason_is_read(post: Post) -> None:
    assert post(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 98 + b"]" * 98 + b"}}").result == {}


@pytest.mark.parametrize("name", ["Accept", "Content-Type"])
@pytest.mark.parametrize(
    "value",
    ["", "*/*", "application/json", "text/event-stream", "text/plain", "multipart/form-data", "q=;;/", "\xff",
     "application/x-www-form-urlencoded", "application/json; charset=utf-16"],
)  # fmt: skip
def test_any_accept_and_content_type_is_served_json(post: Post, name: str, value: str) -> None:
    answer = post(PING, {name: value})
    assert (answer.status, answer.body) == (200, {"jsonrpc": "2.0", "id": 7, "result": {}})
    assert answer.headers["Content-Type"] == "application/json"


def test_an_answer_is_compact_and_kept_nowhere(client: Client, caller: Caller) -> None:
    response = client.post("/mcp", PING, content_type="application/json", headers={"Authorization": caller.bearer})
    assert response.content == b'{"jsonrpc":"2.0","id":7,"result":{}}'
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Mcp-Session-Id" not in response.headers
    assert not response.cookies


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(TimeoutError, 408, -32600), (ConnectionResetError, 400, -32700), (OSError, 400, -32700)],
)
def test_a_body_that_stops_arriving_is_given_up(
    client: Client, caller: Caller, error: type[OSError], status: int, code: int
) -> None:
    class Stalled(io.RawIOBase):
        def readinto(self, buffer: object) -> int:
            raise error

    sent: dict[str, Any] = {"wsgi.input": Stalled(), "CONTENT_LENGTH": "9", "HTTP_AUTHORIZATION": caller.bearer}
    response = client.generic("POST", "/mcp", **sent)
    assert (response.status_code, json.loads(response.content)["error"]["code"]) == (status, code)


def test_waiting_for_a_body_is_bounded_and_the_connection_as_before_after_it(client: Client, caller: Caller) -> None:
    class Connection:
        timeouts: ClassVar[list[float | None]] = []

        def settimeout(self, seconds: float | None) -> None:
            self.timeouts.append(seconds)

    sent: dict[str, Any] = {"gunicorn.socket": Connection(), "HTTP_AUTHORIZATION": caller.bearer}
    assert client.generic("POST", "/mcp", json.dumps(PING), **sent).status_code == 200
    assert Connection.timeouts == [PATIENCE, None]
