"""The real endpoint over toy tools, and keys of every sort."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from conderis.accounts.keys import new_key
from conderis.mcp import tools
from conderis.mcp.tool import Tool
from tests.factories import AgentFactory
from tests.mcp.toys import TOYS, Answer, Caller, Post


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> tuple[Tool, ...]:
    monkeypatch.setattr(tools, "TOOLS", TOYS, raising=False)
    return TOYS


@pytest.fixture
def make_caller(db: None) -> Callable[..., Caller]:
    def make(**limits: Any) -> Caller:
        key = new_key()
        return Caller(key, AgentFactory(key=key, **limits))

    return make


@pytest.fixture
def caller(make_caller: Callable[..., Caller]) -> Caller:
    return make_caller()


@pytest.fixture
def read_only(make_caller: Callable[..., Caller]) -> Caller:
    return make_caller(read_only=True)


@pytest.fixture
def post(toys: tuple[Tool, ...], client: Client, caller: Caller) -> Post:
    """POST bytes as they are, or anything else as JSON, with the caller's key; a header of None is left out."""

    def send(body: Any, headers: dict[str, str | None] | None = None) -> Answer:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Authorization": caller.bearer, **(headers or {})}
        kept = {name: value for name, value in sent.items() if value is not None}
        kind = kept.pop("Content-Type", "application/json")
        response = client.generic("POST", "/mcp", content, content_type=kind, headers=kept)
        return Answer(
            response.status_code, json.loads(response.content) if response.content else None, response.headers
        )

    return send
