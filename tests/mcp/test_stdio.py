"""`manage.py stdio_server`: the same tools for the key in CONDERIS_KEY, and nothing but the protocol on stdout."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from conderis import __version__
from conderis.mcp import toolset
from conderis.mcp.jsonrpc import dumps
from conderis.recall.instructions import INSTRUCTIONS
from tests.mcp.toys import CONTENT, Caller, request

pytestmark = pytest.mark.django_db(transaction=True)  # another process has to see the rows

MANAGE = [sys.executable, "manage.py"]


def environment(key: str | None) -> dict[str, str]:
    """This process's, with the test's own database and one key."""
    at = connection.settings_dict
    secret = f":{at['PASSWORD']}" if at["PASSWORD"] else ""
    host = at["HOST"] or "127.0.0.1"
    url = f"postgresql://{at['USER']}{secret}@{host}:{at['PORT'] or 5432}/{at['NAME']}"
    kept = {name: value for name, value in os.environ.items() if name != "CONDERIS_KEY"}
    return {**kept, "DATABASE_URL": url, **({"CONDERIS_KEY": key} if key is not None else {})}


class Server:
    """The command as a client runs it: a line in, a line out."""

    def __init__(self, key: str | None, errors: Path) -> None:
        self.errors = errors
        self.process = subprocess.Popen(
            [*MANAGE, "stdio_server"], cwd=settings.BASE_DIR, env=environment(key), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors.open("w"), text=True, bufsize=1,
        )  # fmt: skip

    def send(self, message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def ask(self, method: str, params: Any = None, ident: Any = 1) -> Any:
        self.send(request(method, params, ident))
        while "id" not in (answer := json.loads(self.line())):
            assert answer["method"] == "notifications/message"  # the SDK's, about a line that is no message
        assert answer["id"] == ident
        return answer

    def shake_hands(self) -> Any:
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        answer = self.ask("initialize", client)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def close(self) -> tuple[str, str]:
        """Close stdin, as a client does to end it; what was left on stdout, and all of stderr."""
        out, _ = self.process.communicate(timeout=20)
        return out, self.errors.read_text()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str | None], Server]]:
    started: list[Server] = []

    def run(key: str | None) -> Server:
        started.append(Server(key, tmp_path / f"stderr-{len(started)}"))
        return started[-1]

    yield run
    for server in started:
        server.process.kill()
        server.process.communicate()


def test_it_serves_the_tools_under_our_name_for_the_key_of_the_environment(
    start: Callable[[str | None], Server], caller: Caller
) -> None:
    server = start(caller.key)
    hello = server.shake_hands()
    assert hello["serverInfo"] == {"name": "conderis", "version": __version__}
    assert hello["instructions"] == INSTRUCTIONS
    assert hello["protocolVersion"] == "2025-06-18"
    server.send(request("tools/list"))
    assert server.line() == '{"jsonrpc":"2.0","id":1,"result":{"tools":' + dumps(toolset.advertised()) + "}}\n"
    answer = server.ask("tools/call", {"name": "project_get", "arguments": {}})
    assert json.loads(answer["result"]["content"][0]["text"]) == {"projects": []}
    assert answer["result"]["isError"] is False
    assert server.ask("tools/call", {"name": "recall"})["result"]["content"][0]["type"] == "text"
    assert server.ask("tools/call", {"name": "nope", "arguments": {}})["error"]["code"] == -32602
    out, errors = server.close()
    assert out == ""
    assert [json.loads(line)["event"] for line in errors.splitlines()] == ["call", "call"]


def test_a_connection_that_the_database_dropped_costs_no_call(
    start: Callable[[str | None], Server], caller: Caller
) -> None:
    server = start(caller.key)
    server.shake_hands()
    call = {"name": "project_get", "arguments": {}}
    server.ask("tools/call", call)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert server.ask("tools/call", call)["result"]["isError"] is False


def test_what_a_client_sends_reaches_no_log(start: Callable[[str | None], Server], caller: Caller) -> None:
    server = start(caller.key)
    server.shake_hands()
    server.ask("tools/call", {"name": "item_store", "arguments": [CONTENT]})
    server.ask("no/such", {"content": CONTENT})
    server.send('{"jsonrpc": "2.0", "method": "no/such", "params": {"content": "' + CONTENT + '"}}')
    server.send("{" + CONTENT)
    assert server.ask("ping", ident="after")["result"] == {}
    _, errors = server.close()
    assert CONTENT not in errors
    assert "session.py:" in errors


def test_mcp_inspect_lists_the_tools(caller: Caller) -> None:
    ended = subprocess.run(
        [*MANAGE, "mcp_inspect"], cwd=settings.BASE_DIR, env=environment(caller.key), capture_output=True, text=True,
        timeout=60, check=True,
    )  # fmt: skip
    for tool in toolset.advertised():
        assert f"\t{tool['name']}: " in ended.stdout
