"""The list of tools: the same bytes on every transport."""

import anyio
import pytest
from django.test import Client
from mcp import types
from mcp_server import mcp_server

from conderis.mcp import toolset
from conderis.mcp.jsonrpc import dumps
from tests.mcp.toys import Caller, request


def over_http(client: Client, caller: Caller) -> str:
    response = client.post(
        "/mcp", request("tools/list"), content_type="application/json", headers={"Authorization": caller.bearer}
    )
    text = response.content.decode()
    return text.removeprefix('{"jsonrpc":"2.0","id":1,"result":{"tools":').removesuffix("}}")


def over_stdio() -> str:
    """What the SDK writes for the handler that django-mcp-server's command serves."""
    handler = mcp_server._mcp_server.request_handlers[types.ListToolsRequest]
    result = anyio.run(handler, types.ListToolsRequest(method="tools/list"))
    dumped = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    message = types.JSONRPCMessage(types.JSONRPCResponse(jsonrpc="2.0", id=1, result=dumped))
    text: str = message.model_dump_json(by_alias=True, exclude_none=True)
    return text.removeprefix('{"jsonrpc":"2.0","id":1,"result":{"tools":').removesuffix("}}")


@pytest.mark.parametrize("toy", [True, False])
def test_http_and_stdio_list_the_same_bytes(
    request: pytest.FixtureRequest, client: Client, caller: Caller, toy: bool
) -> None:
    if toy:  # one of them has hints, required parameters and characters that the real eight may not have
        request.getfixturevalue("toys")
    assert over_http(client, caller) == over_stdio() == dumps(toolset.advertised())


def test_a_tool_is_listed_with_what_clients_need_alone(toys: object) -> None:
    listed = {tool["name"]: tool for tool in toolset.advertised()}
    assert list(listed) == ["tell", "echo", "store", "refuse", "fail", "lose", "measure", "erase"]
    assert listed["echo"] == {
        "name": "echo",
        "title": "Echo",
        "description": "Does echo, ä.",
        "inputSchema": {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]},
        "annotations": {"readOnlyHint": True},
    }
    assert "required" not in listed["store"]["inputSchema"]
    assert listed["store"]["annotations"] == {"readOnlyHint": False, "destructiveHint": False}
    assert listed["erase"]["annotations"] == {"readOnlyHint": False, "destructiveHint": True}
