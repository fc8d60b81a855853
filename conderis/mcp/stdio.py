"""The stdio transport: our handlers on django-mcp-server's global server, which `manage.py stdio_server` runs.

They are registered beneath its decorators, whose pydantic layer would rewrite our schemas, sort the tools
and send the texts of exceptions to the client. The SDK speaks the handshake versions here.
"""

import os
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from mcp import McpError, types
from mcp.server import FastMCP

from conderis import __version__
from conderis.accounts.selectors import actor_for_key
from conderis.core.errors import Denied
from conderis.mcp import toolset
from conderis.mcp.failures import unforeseen
from conderis.mcp.jsonrpc import ProtocolError
from conderis.recall.instructions import INSTRUCTIONS

KEY_VARIABLE = "CONDERIS_KEY"
NO_KEY = f"Set the environment variable {KEY_VARIABLE} to the key of an agent; it holds no valid one."


def register(server: FastMCP) -> None:
    """Make the server list and call our tools under our name, version and instructions."""
    lowlevel = server._mcp_server  # FastMCP offers no public door to its handlers
    lowlevel.version = __version__
    lowlevel.instructions = INSTRUCTIONS
    lowlevel.request_handlers[types.ListToolsRequest] = _list_tools
    lowlevel.request_handlers[types.CallToolRequest] = _call_tool


async def _list_tools(_: types.ListToolsRequest) -> types.ServerResult:
    tools = [types.Tool.model_validate(tool) for tool in toolset.advertised()]
    return types.ServerResult(types.ListToolsResult(tools=tools))


async def _call_tool(request: types.CallToolRequest) -> types.ServerResult:
    try:
        result = await sync_to_async(call)(request.params.name, request.params.arguments)
    except ProtocolError as error:
        raise McpError(types.ErrorData(**error.as_dict())) from None
    return types.ServerResult(types.CallToolResult.model_validate(result))


def call(name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
    """One call, with the key looked up anew, so that revoking it works at once.

    Connections are tended as around a web request: this process may idle for hours between two calls.
    """
    actor = None
    close_old_connections()
    try:
        actor = actor_for_key(os.environ.get(KEY_VARIABLE, ""))
        if actor is None:
            return toolset.refused(Denied(NO_KEY, missing="write"))
        return toolset.call(actor, name, arguments)
    except ProtocolError:
        raise
    except Exception as error:  # noqa: BLE001  this transport's one place for what nobody foresaw
        raise unforeseen(error, begun=actor is not None) from None
    finally:
        close_old_connections()
