"""One JSON-RPC request object or notification; ids come back exactly as they were sent."""

from typing import Any

import pytest

from tests.mcp.toys import Post, request

PING = request("ping")


@pytest.mark.parametrize("ident", [0, 1, -1, 2**53 + 1, 10**4000, "", "1", "ü", "x" * 100_000, "\ud800"])
def test_an_id_comes_back_as_it_was_sent(post: Post, ident: Any) -> None:
    answer = post(request("ping", ident=ident))
    assert answer.body["id"] == ident
    assert type(answer.body["id"]) is type(ident)
    assert post(request("x/y", ident=ident)).body["id"] == ident


@pytest.mark.parametrize(
    ("body", "ident"),
    [
        ([PING], None),
        ([], None),
        ([[PING]], None),
        (1, None),
        ("ping", None),
        (None, None),
        (True, None),
        ({}, None),
        ({"jsonrpc": "2.0"}, None),
        ({"jsonrpc": "2.0", "id": 5}, 5),
        ({**PING, "id": None}, None),
        ({**PING, "id": True}, None),
        ({**PING, "id": False}, None),
        ({**PING, "id": 1.5}, None),
        ({**PING, "id": 1.0}, None),
        ({**PING, "id": {}}, None),
        ({**PING, "id": []}, None),
        ({**PING, "method": None, "id": "a"}, "a"),
        ({**PING, "method": 1}, 1),
        ({**PING, "method": ["ping"]}, 1),
        ({**PING, "jsonrpc": "1.0"}, 1),
        ({**PING, "jsonrpc": 2.0}, 1),
        ({"id": 1, "method": "ping"}, 1),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, 1),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}}, 1),
    ],
)
def test_what_is_not_one_request_object_is_invalid(post: Post, body: Any, ident: Any) -> None:
    answer = post(body)
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32600, ident)


@pytest.mark.parametrize("params", [None, [], [1], "x", 1, True])
@pytest.mark.parametrize("method", ["initialize", "ping", "tools/list", "tools/call"])
def test_params_that_are_no_object_are_invalid(post: Post, method: str, params: Any) -> None:
    answer = post({**request(method), "params": params})
    assert (answer.status, answer.code, answer.body["id"]) == (200, -32602, 1)


@pytest.mark.parametrize("method", ["x/y", "", "Ping", "prompts/list", "logging/setLevel", "notifications/initialized"])
def test_an_unknown_method_is_not_found(post: Post, method: str) -> None:
    answer = post(request(method))
    assert (answer.status, answer.code, answer.body["id"]) == (200, -32601, 1)
    assert answer.body["error"]["message"].endswith("The methods are initialize, ping, tools/list, tools/call.")


@pytest.mark.parametrize(
    "notice",
    [
        {"method": "notifications/initialized"},
        {"method": "notifications/cancelled", "params": {"requestId": 1}},
        {"method": "notifications/roots/list_changed", "params": {}},
        {"method": "someone/elses"},
    ],
)
@pytest.mark.parametrize("version", [None, "2025-06-18", "2026-07-28"])
def test_a_notification_is_accepted_without_a_body(post: Post, notice: dict[str, Any], version: str | None) -> None:
    answer = post({"jsonrpc": "2.0", **notice}, {"MCP-Protocol-Version": version})
    assert (answer.status, answer.body) == (202, None)


@pytest.mark.parametrize("method", ["tools/call", "tools/list", "initialize", "ping", "server/discover"])
def test_a_request_that_forgot_its_id_is_told_so(post: Post, method: str) -> None:
    answer = post({"jsonrpc": "2.0", "method": method, "params": {"name": "store", "arguments": {}}})
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32600, None)
