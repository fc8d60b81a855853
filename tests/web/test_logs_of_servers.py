"""Whatever is sent to a real server, and whatever fails in it: none of it reaches what the server logs."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from conderis.accounts.keys import new_key
from tests.factories import AgentFactory, ProjectFactory, UserFactory
from tests.mcp.test_stdio import environment
from tests.web.server import Server, running

CANARY = "zebra-kumquat-quince"  # in every text that is sent, in every way

pytestmark = pytest.mark.django_db(transaction=True)  # another process has to see the rows


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, "tests.web.broken") as server:
        yield server


def provoke(server: Server, key: str, project: str) -> dict[str, str]:
    """Send the canary in every way that there is; the ids of some requests by what was wrong with them."""
    told = {"projectId": project, "kind": "task", "fields": {"title": CANARY, "summary": CANARY, "content": CANARY}}
    made, idents = {}, {}
    made["ok"], idents["ok"] = server.call(key, "item_store", **told, reason=f"because {CANARY}")
    assert "published" in made["ok"]
    for fault in ("crash", "bad cast", "bad row"):
        made[fault], idents[fault] = server.call(key, "item_store", **told, reason=f"{fault}: {CANARY}")
        assert '"code":-32603' in made[fault]
        assert CANARY not in made[fault]
    for refused in ({"kind": CANARY}, {"fields": {CANARY: 1}}, {"projectId": CANARY}, {"version": CANARY}, {CANARY: 1}):
        server.call(key, "item_store", **{**told, **refused})
    server.call(key, "item_action", projectId=project, number=1, action="block", version=1, reason=CANARY)
    server.call(key, "item_action", projectId=project, number=1, action=CANARY)
    server.call(key, "item_list", projectId=project, query=f'"{CANARY}" & | ! <->', kind="task", sort=CANARY)
    server.call(key, "recall", projectId=project, focus=CANARY)
    server.call(key, CANARY)
    bearer = f"Bearer {key}"
    server.ask("POST", "/mcp", f'{{"{CANARY}'.encode(), Authorization=bearer)
    server.ask(
        "POST", "/mcp", json.dumps({"jsonrpc": "2.0", "id": CANARY, "method": CANARY}).encode(), Authorization=bearer
    )
    server.ask("POST", "/mcp", b"{}", Authorization=f"Bearer {CANARY}", Origin=f"https://{CANARY}.example")
    status, headers, page = server.ask("GET", f"/crash/?q={CANARY}")
    assert (status, CANARY in page, "Traceback" in page) == (500, False, False)
    idents["page"] = headers["X-Request-ID"]
    server.ask("GET", f"/crash/{CANARY}/?q={CANARY}")
    for path in (f"/nowhere/{CANARY}?q={CANARY}", f"/healthz?q={CANARY}", f"/%ff/{CANARY}", f"/admin/?next={CANARY}"):
        status, _, page = server.ask("GET", path, Cookie=f"sessionid={CANARY}", X_Request_ID=f"said {CANARY}")
        assert CANARY not in page or path.startswith("/admin")
    server.ask("GET", "/healthz", Host=f"{CANARY}.example")
    server.ask("POST", "/admin/login/", f"username={CANARY}@example.org&password={CANARY}".encode(),
               Content_Type="application/x-www-form-urlencoded")  # fmt: skip
    server.raw(f"GET /?q={CANARY} HTTP/9.9\r\n\r\n".encode())
    server.raw(f"GET /?q={CANARY} HTTP/1.1\r\n{CANARY} : {CANARY}\r\n\r\n".encode())
    server.raw(f"{CANARY} /?q={CANARY} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    server.raw(f"GET /{CANARY * 1000} HTTP/1.1\r\n\r\n".encode())
    return idents


def test_nothing_that_is_sent_reaches_a_servers_log(broken: Server) -> None:
    key = new_key()
    owner = UserFactory(email=f"{CANARY}@example.org", name=CANARY)
    AgentFactory(owner=owner, name=CANARY, key=key)
    project = ProjectFactory(owner=owner, name=CANARY)
    idents = provoke(broken, key, project.id)

    said = broken.errors.read_text()
    assert CANARY not in said.lower()
    assert key not in said
    assert "Traceback" not in said
    database_log = Path(os.environ["CONDERIS_DATA"]) / "postgres.log"
    assert not database_log.is_file() or CANARY not in database_log.read_text(errors="replace")
    lines = broken.lines()
    assert len(lines) == len(said.splitlines())  # each is a JSON object
    by_request = {line.get("request"): line for line in lines if line["event"] == "request"}
    assert by_request[idents["ok"]]["outcome"] == "ok"
    assert by_request[idents["crash"]]["outcome"] == "failed"
    assert by_request[idents["page"]]["status"] == 500
    errors = {line.get("request"): line for line in lines if line["level"] == "error"}
    assert errors[idents["crash"]]["event"].startswith("RuntimeError at ")
    assert errors[idents["bad cast"]]["event"].startswith("DataError at ")
    assert errors[idents["bad row"]]["event"].startswith("IntegrityError at ")
    assert errors[idents["page"]]["exception"] == "ValueError"
    assert errors[idents["page"]]["through"][-1].startswith("broken.py:")


def test_nothing_that_is_sent_reaches_the_log_on_stdio() -> None:
    key = new_key()
    agent = AgentFactory(key=key)
    shake = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": CANARY, "version": "1"}}
    call = {
        "name": "item_store",
        "arguments": {"kind": "memory", "fields": {"title": CANARY, "summary": CANARY}, "reason": CANARY},
    }
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": shake},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
        {"jsonrpc": "2.0", "id": 3, "method": CANARY, "params": {CANARY: CANARY}},
    ]
    sent = "".join(json.dumps(message) + "\n" for message in messages)
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", "stdio_server"], cwd=settings.BASE_DIR, env=environment(key),
        input=sent, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert CANARY not in ended.stderr
    calls = [line for line in map(json.loads, ended.stderr.splitlines()) if line["event"] == "call"]
    assert [(line["tool"], line["outcome"], line["agent"]) for line in calls] == [("item_store", "ok", agent.id)]
