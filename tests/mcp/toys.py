"""Toy tools for the transport's tests, and what its tests send and read."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError

from conderis.accounts.models import Agent
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.mcp.tool import Tool

CONTENT = "the harbour master's name is Ottilie"  # what no log and no error may ever hold


def _tell(actor: Actor, arguments: dict[str, Any]) -> str:
    return f"told {actor.ref}"


def _echo(actor: Actor, arguments: dict[str, Any]) -> dict[str, Any]:
    return arguments


def _refuse(actor: Actor, arguments: dict[str, Any]) -> dict[str, Any]:
    raise Invalid("title", "title must be text.")


def _fail(actor: Actor, arguments: dict[str, Any]) -> dict[str, Any]:
    raise ZeroDivisionError(CONTENT)


def _lose(actor: Actor, arguments: dict[str, Any]) -> dict[str, Any]:
    raise OperationalError(CONTENT)


def _measure(actor: Actor, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"value": object()}


def _tool(name: str, run: Callable[..., Any], *required: str, **hints: bool) -> Tool:
    return Tool(name, name.title(), f"Does {name}, ä.", {"value": {"type": "string"}}, required, run, **hints)


TOYS = (
    _tool("tell", _tell, read_only=True),
    _tool("echo", _echo, "value", read_only=True),
    _tool("store", _echo),
    _tool("refuse", _refuse),
    _tool("fail", _fail),
    _tool("lose", _lose),
    _tool("measure", _measure),
    _tool("erase", _echo, destructive=True),
)


@dataclass(frozen=True)
class Caller:
    """An agent's key, and the agent that it stands for."""

    key: str
    agent: Agent

    @property
    def bearer(self) -> str:
        return f"Bearer {self.key}"


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        code: int = self.body["error"]["code"]
        return code

    @property
    def result(self) -> Any:
        return self.body["result"]

    @property
    def text(self) -> str:
        """The one text block of a tool's result."""
        (block,) = self.result["content"]
        assert set(block) == {"type", "text"}
        assert block["type"] == "text"
        text: str = block["text"]
        return text

    @property
    def refusal(self) -> dict[str, Any]:
        assert self.result["isError"] is True
        refusal: dict[str, Any] = json.loads(self.text)
        return refusal


Post = Callable[..., Answer]


def request(method: str, params: Any = None, ident: Any = 1) -> dict[str, Any]:
    body = {"jsonrpc": "2.0", "id": ident, "method": method}
    return body if params is None else {**body, "params": params}


def tool_call(name: str, arguments: Any = None) -> dict[str, Any]:
    return request("tools/call", {"name": name, "arguments": arguments})
