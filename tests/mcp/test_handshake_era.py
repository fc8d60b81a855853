"""The versions with a handshake, 2024-11-05 to 2025-11-25, served without a session."""

from typing import Any

import pytest

from conderis import __version__
from conderis.recall.instructions import INSTRUCTIONS
from tests.mcp.toys import Post, request

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
SUPPORTED = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
CLIENT = {"capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}


def initialize(version: Any) -> dict[str, Any]:
    return request("initialize", {"protocolVersion": version, **CLIENT})


@pytest.mark.parametrize("version", VERSIONS)
def test_a_handshake_keeps_the_clients_version(post: Post, version: str) -> None:
    assert post(initialize(version)).result == {
        "protocolVersion": version,
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": "conderis", "title": "Conderis", "version": __version__},
        "instructions": INSTRUCTIONS,
    }


@pytest.mark.parametrize("version", ["2099-01-01", "2026-07-28", "", None, 1, [], {}, ["2025-06-18"]])
def test_an_unknown_version_is_answered_with_the_newest_handshake(post: Post, version: Any) -> None:
    assert post(initialize(version)).result["protocolVersion"] == "2025-11-25"


def test_a_handshake_may_name_no_version(post: Post) -> None:
    assert post(request("initialize", CLIENT)).result["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_each_version_is_served_without_a_handshake_before(post: Post, version: str | None) -> None:
    headers = {"MCP-Protocol-Version": version}
    assert post(request("ping"), headers).result == {}
    assert set(post(request("tools/list"), headers).result) == {"tools"}
    assert set(post(request("tools/call", {"name": "tell"}), headers).result) == {"content"}


@pytest.mark.parametrize("version", ["2099-01-01", "2025-6-18", "", "latest", "2025-06-18, 2025-06-18"])
@pytest.mark.parametrize("method", ["initialize", "ping", "tools/list", "x/y"])
def test_an_unknown_version_in_the_header_is_refused_with_the_list(post: Post, version: str, method: str) -> None:
    answer = post(request(method, ident="seven"), {"MCP-Protocol-Version": version})
    assert (answer.status, answer.code, answer.body["id"]) == (400, -32022, "seven")
    assert answer.body["error"]["data"] == {"supported": SUPPORTED, "requested": version}


def test_an_unknown_version_in_the_header_of_a_notification_is_refused(post: Post) -> None:
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert post(notice, {"MCP-Protocol-Version": "2099-01-01"}).status == 400


def test_blanks_around_a_header_say_nothing(post: Post) -> None:
    assert post(request("ping"), {"MCP-Protocol-Version": " 2025-06-18 "}).status == 200


@pytest.mark.parametrize("cursor", [None, ""])
def test_the_list_has_one_page(post: Post, cursor: Any) -> None:
    assert "nextCursor" not in post(request("tools/list", {"cursor": cursor})).result


def test_a_cursor_that_was_never_given_is_invalid(post: Post) -> None:
    answer = post(request("tools/list", {"cursor": "Mg=="}))
    assert (answer.status, answer.code) == (200, -32602)


def test_discovery_belongs_to_the_other_era(post: Post) -> None:
    answer = post(request("server/discover"), {"MCP-Protocol-Version": "2025-11-25"})
    assert (answer.status, answer.code) == (200, -32601)


def test_a_session_id_is_ignored_and_none_is_given(post: Post) -> None:
    answer = post(initialize("2025-06-18"), {"Mcp-Session-Id": "abc"})
    assert answer.status == 200
    assert "Mcp-Session-Id" not in answer.headers
