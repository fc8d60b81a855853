"""The key of the stdio transport: CONDERIS_KEY, looked up anew on each call."""

import json
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from conderis.mcp import stdio
from conderis.mcp.jsonrpc import ProtocolError
from conderis.mcp.tool import Tool
from tests.mcp.toys import CONTENT, Caller


@pytest.fixture(autouse=True)
def surroundings(toys: tuple[Tool, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "close_old_connections", lambda: None)  # the test's own transaction would go with them


@pytest.fixture
def keyed(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> Caller:
    monkeypatch.setenv("CONDERIS_KEY", caller.key)
    return caller


def refusal(result: dict[str, Any]) -> dict[str, Any]:
    assert result["isError"] is True
    refused: dict[str, Any] = json.loads(result["content"][0]["text"])
    return refused


def test_it_calls_as_the_keys_agent(keyed: Caller) -> None:
    told = stdio.call("tell", None)
    assert told == {"content": [{"type": "text", "text": f"told agent:{keyed.agent.id}"}]}


def test_revoking_works_at_once(keyed: Caller) -> None:
    assert "isError" not in stdio.call("tell", {})
    keyed.agent.revoked_at = timezone.now()
    keyed.agent.save()
    assert refusal(stdio.call("tell", {}))["error"] == "denied"


@pytest.mark.parametrize("key", [None, "", "nope", "cnd_" + "0" * 40])
@pytest.mark.django_db
def test_without_a_valid_key_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch, key: str | None) -> None:
    monkeypatch.delenv("CONDERIS_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("CONDERIS_KEY", key)
    refused = refusal(stdio.call("tell", {}))
    assert refused["error"] == "denied"
    assert "CONDERIS_KEY" in refused["message"]


def test_a_read_only_key_writes_nothing(read_only: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONDERIS_KEY", read_only.key)
    refused = refusal(stdio.call("store", {"value": "x"}))
    assert (refused["error"], refused["missing"]) == ("denied", "write")


@pytest.mark.parametrize(("tool", "text"), [("fail", "Something failed"), ("lose", "The store is unavailable")])
def test_a_failure_is_told_without_its_text(keyed: Caller, tool: str, text: str) -> None:
    with pytest.raises(ProtocolError, match=text) as raised:
        stdio.call(tool, {})
    assert raised.value.code == -32603
    assert CONTENT not in str(raised.value)


def test_a_store_lost_before_the_key_was_known_stored_nothing(keyed: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(key: str) -> None:
        raise OperationalError(CONTENT)

    monkeypatch.setattr(stdio, "actor_for_key", lost)
    with pytest.raises(ProtocolError, match="nothing was stored"):
        stdio.call("tell", {})
