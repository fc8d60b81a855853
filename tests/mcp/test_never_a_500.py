"""Whatever is sent, the answer is one of the contract's: no 500, no page, no text of an exception."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mcp.toys import Caller, Post, request

CODES = {-32700, -32600, -32601, -32602, -32603, -32020, -32022}
STATUSES = {200, 202, 400, 404, 405, 413}

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
methods = st.sampled_from(["initialize", "ping", "tools/list", "tools/call", "server/discover"]) | st.text(max_size=9)
names = st.sampled_from(["tell", "echo", "store", "refuse", "erase"]) | values
versions = st.sampled_from(["2026-07-28", "2025-06-18", "2099-01-01"])
meta = st.dictionaries(
    st.sampled_from(["io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"]),
    versions | values,
)
params = st.fixed_dictionaries(
    {},
    optional={"name": names, "arguments": values, "_meta": meta | values, "cursor": values, "protocolVersion": values},
)
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | values},
    optional={"id": st.integers() | st.text() | values, "method": methods | values, "params": params | values},
)
sent_headers = st.fixed_dictionaries(
    {},
    optional={
        "MCP-Protocol-Version": versions | st.text(max_size=12),
        "Mcp-Method": methods,
        "Mcp-Name": st.sampled_from(["tell", "=?base64?dGVsbA==?="]) | st.text(max_size=12),
        "Content-Type": st.text(max_size=12),
        "Accept": st.text(max_size=12),
    },
)

each_example_in_one_set_up = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def check(answer: Any) -> None:
    assert answer.status in STATUSES
    if answer.status == 202:
        assert answer.body is None
        return
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.body["jsonrpc"] == "2.0"
    assert ("result" in answer.body) != ("error" in answer.body)
    if "error" in answer.body:
        assert answer.code in CODES
        assert answer.code != -32603, "something failed that should have been foreseen"
        assert "Traceback" not in json.dumps(answer.body)


@each_example_in_one_set_up
@given(body=st.binary(max_size=300))
def test_any_bytes(post: Post, body: bytes) -> None:
    check(post(body))


@each_example_in_one_set_up
@given(body=values)
def test_any_json(post: Post, body: Any) -> None:
    check(post(body))


@each_example_in_one_set_up
@given(body=messages, headers=sent_headers)
def test_anything_like_a_request(post: Post, body: Any, headers: dict[str, str]) -> None:
    check(post(body, headers))


@each_example_in_one_set_up
@given(position=st.integers(0, 120), byte=st.integers(0, 255))
def test_a_damaged_request(post: Post, position: int, byte: int) -> None:
    body = bytearray(json.dumps(request("tools/call", {"name": "echo", "arguments": {"value": "x"}})).encode())
    body[position % len(body)] = byte
    check(post(bytes(body)))


@pytest.mark.parametrize("path", ["/mcp?x=1", "/mcp?"])
def test_a_query_string_says_nothing(toys: Any, client: Client, caller: Caller, path: str) -> None:
    headers = {"Authorization": caller.bearer}
    response = client.post(path, request("ping"), content_type="application/json", headers=headers)
    assert response.status_code == 200
