"""The eight tools: what is listed and how one is called, the same for every transport."""

from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Denied, Refusal
from conderis.core.observed import observed
from conderis.core.rate_limit import count_call
from conderis.mcp import tools
from conderis.mcp.jsonrpc import INVALID_PARAMS, ProtocolError, dumps, loads
from conderis.mcp.tool import Tool

MALFORMED = "malformed"  # the outcome of a call whose arguments are none


def advertised() -> list[dict[str, Any]]:
    """The list of tools, in the contract's order."""
    return [tool.advertised() for tool in tools.TOOLS]


def call(actor: Actor, name: object, arguments: object) -> dict[str, Any]:
    """Run a tool: MCP's CallToolResult with one text block, ``isError`` on a refused call.

    ``arguments`` is an object, a string that holds one (models send both) or None. ProtocolError for an unknown
    tool and for other arguments. A read-only key is refused before its arguments are looked at.
    """
    tool = _named(name)
    with observed(tool.name, actor) as seen:
        try:
            count_call(actor)
            if actor.read_only and not tool.read_only:
                allowed = ", ".join(tool.name for tool in tools.TOOLS if tool.read_only)
                raise Denied(f"This key is read-only; it may call {allowed}.", missing="write")
            return _text(tool.run(actor, _object(arguments)))
        except Refusal as refusal:
            seen.outcome = refusal.code
            return refused(refusal)
        except ProtocolError:
            seen.outcome = MALFORMED
            raise


def refused(refusal: Refusal) -> dict[str, Any]:
    """The CallToolResult of a refused call."""
    return {**_text(refusal.as_dict()), "isError": True}


def _named(name: object) -> Tool:
    for tool in tools.TOOLS:
        if tool.name == name:
            return tool
    known = ", ".join(tool.name for tool in tools.TOOLS)
    raise ProtocolError(INVALID_PARAMS, f"There is no such tool. The tools are {known}.")


def _object(arguments: object) -> dict[str, Any]:
    if arguments is None:
        return {}
    if isinstance(arguments, str):
        try:
            arguments = loads(arguments)
        except ValueError:
            arguments = None
    if not isinstance(arguments, dict):
        raise ProtocolError(INVALID_PARAMS, '"arguments" must be a JSON object or a string that holds one.')
    return arguments


def _text(result: dict[str, Any] | str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": result if isinstance(result, str) else dumps(result)}]}
