"""The stateless version, 2026-07-28: each request says in `_meta` and in headers what a handshake said before."""

import base64
from typing import Any

import pytest

from conderis import __version__
from conderis.recall.instructions import INSTRUCTIONS
from tests.mcp.test_handshake_era import SUPPORTED
from tests.mcp.toys import Post, request

NOW = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
META = {PREFIX + "protocolVersion": NOW, PREFIX + "clientCapabilities": {}}
SERVER_INFO = {"name": "conderis", "title": "Conderis", "version": __version__}
CALL = {"name": "tell", "arguments": {}}


def modern(method: str, params: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
    given = {**META, **{PREFIX + name: value for name, value in meta.items()}}
    return request(method, {**(params or {}), "_meta": given}, ident="m1")


def headers(method: str, **changed: str | None) -> dict[str, str | None]:
    sent: dict[str, str | None] = {"MCP-Protocol-Version": NOW, "Mcp-Method": method}
    return {**sent, **{f"Mcp-{name.title()}": value for name, value in changed.items()}}


def encoded(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def test_discovery_tells_what_a_handshake_told(post: Post) -> None:
    assert post(modern("server/discover"), headers("server/discover")).result == {
        "resultType": "complete",
        "supportedVersions": SUPPORTED,
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": SERVER_INFO,
        "instructions": INSTRUCTIONS,
        "ttlMs": 300_000,
        "cacheScope": "public",
        "_meta": {PREFIX + "serverInfo": SERVER_INFO},
    }


def test_the_list_is_the_same_with_its_caching(post: Post) -> None:
    result = post(modern("tools/list"), headers("tools/list")).result
    assert result["tools"] == post(request("tools/list")).result["tools"]
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 300_000, "public")


@pytest.mark.parametrize("name", ["tell", "  tell ", encoded("tell")])
def test_a_call_names_its_tool_in_a_header(post: Post, name: str) -> None:
    answer = post(modern("tools/call", CALL), headers("tools/call", name=name))
    assert answer.status == 200
    assert answer.text.startswith("told agent:")
    assert answer.result["resultType"] == "complete"
    assert "isError" not in answer.result


def test_a_name_beyond_ascii_comes_encoded(post: Post) -> None:
    call = modern("tools/call", {"name": "schön"})
    answer = post(call, headers("tools/call", name=encoded("schön")))
    assert (answer.status, answer.code) == (200, -32602)  # past the headers: there is no such tool


@pytest.mark.parametrize(
    "changed",
    [
        {"MCP-Protocol-Version": None},
        {"MCP-Protocol-Version": "2025-11-25"},
        {"Mcp-Method": None},
        {"Mcp-Method": "tools/list"},
        {"Mcp-Method": "TOOLS/CALL"},
        {"Mcp-Method": ""},
        {"Mcp-Name": None},
        {"Mcp-Name": "store"},
        {"Mcp-Name": "Tell"},
        {"Mcp-Name": ""},
        {"Mcp-Name": "=?base64?!!?="},
        {"Mcp-Name": "=?base64?/w==?="},
        {"Mcp-Name": "=?BASE64?dGVsbA==?="},
        {"Mcp-Name": "=?base64?=?="},
        {"Mcp-Name": "t\xe4ll"},
    ],
)
def test_a_header_that_differs_from_the_body_is_refused(post: Post, changed: dict[str, str | None]) -> None:
    answer = post(modern("tools/call", CALL), {**headers("tools/call", name="tell"), **changed})
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32020, "m1")


def test_a_header_and_a_meta_of_two_known_versions_differ(post: Post) -> None:
    answer = post(modern("tools/list", protocolVersion="2025-06-18"), headers("tools/list"))
    assert (answer.status, answer.code) == (400, -32020)


@pytest.mark.parametrize("header", [None, NOW, "2025-06-18", "2099-01-01"])
@pytest.mark.parametrize("meta", ["2099-01-01", "", 20260728, ["2026-07-28"], {}, True])
def test_an_unknown_version_in_meta_is_refused_with_the_list(post: Post, header: str | None, meta: Any) -> None:
    answer = post(modern("tools/list", protocolVersion=meta), {**headers("tools/list"), "MCP-Protocol-Version": header})
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32022, "m1")
    assert answer.body["error"]["data"]["supported"] == SUPPORTED


@pytest.mark.parametrize(
    "params",
    [
        None,
        {},
        {"_meta": {}},
        {"_meta": None},
        {"_meta": []},
        {"_meta": {PREFIX + "protocolVersion": NOW}},
        {"_meta": {PREFIX + "clientCapabilities": {}}},
        {"_meta": {PREFIX + "protocolVersion": None, PREFIX + "clientCapabilities": {}}},
        {"_meta": {**META, PREFIX + "clientCapabilities": None}},
        {"_meta": {**META, PREFIX + "clientCapabilities": []}},
    ],
)
@pytest.mark.parametrize("method", ["server/discover", "tools/list", "tools/call"])
def test_a_request_without_its_meta_is_malformed(post: Post, method: str, params: Any) -> None:
    answer = post(request(method, params), headers(method))
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32602, 1)


@pytest.mark.parametrize("params", [None, [], "x", 1])
def test_params_that_are_no_object_are_malformed(post: Post, params: Any) -> None:
    answer = post({**request("tools/list"), "params": params}, headers("tools/list"))
    assert (answer.status, answer.code) == (400, -32602)


@pytest.mark.parametrize("method", ["initialize", "ping", "logging/setLevel", "subscriptions/listen", "x/y"])
def test_a_method_that_is_gone_is_not_found(post: Post, method: str) -> None:
    answer = post(modern(method), headers(method))
    assert (answer.status, answer.code, answer.body["id"]) == (404, -32601, "m1")


def test_discovery_without_a_version_belongs_to_this_era(post: Post) -> None:
    answer = post(request("server/discover"))
    assert (answer.status, answer.code) == (400, -32602)


def test_what_a_request_says_is_forgotten_with_it(post: Post) -> None:
    """No state: a handshake request right after a stateless one is served by the older rules, and back again."""
    assert "resultType" in post(modern("tools/list"), headers("tools/list")).result
    assert "resultType" not in post(request("tools/list")).result
    assert "resultType" in post(modern("tools/list"), headers("tools/list")).result


def test_a_refused_call_is_complete(post: Post) -> None:
    answer = post(modern("tools/call", {"name": "refuse"}), headers("tools/call", name="refuse"))
    assert answer.status == 200
    assert answer.refusal["error"] == "invalid"
    assert answer.result["resultType"] == "complete"
