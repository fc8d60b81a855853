"""Logs: one line a request and a call, with an id; no content, no query string, no key, no address of a person."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from conderis.accounts.keys import new_key
from conderis.core import logs
from tests.calls import Caller
from tests.factories import AgentFactory, ProjectFactory, UserFactory
from tests.mcp.test_stdio import environment
from tests.web.server import Server, running

CANARY = "zebrakumquat"  # in every text that is sent, in every way


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]


@pytest.fixture
def formatted(caplog: pytest.LogCaptureFixture) -> Callable[[], list[dict[str, Any]]]:
    """The records of the standard library's logging as our formatter writes them."""
    formatter = next(
        h.formatter for h in logging.getLogger().handlers if type(h.formatter).__name__ == "ProcessorFormatter"
    )
    assert formatter is not None
    return lambda: [json.loads(formatter.format(record)) for record in caplog.records]


# -- one process, in detail ------------------------------------------------------------------------------------------


def test_a_request_has_one_line(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    response = client.get("/healthz?q=1")
    [line] = lines_of(capsys)
    assert line["event"] == "request"
    assert (line["method"], line["path"], line["status"]) == ("GET", "/healthz", 200)
    assert line["request"] == response["X-Request-ID"]
    assert line["ms"] >= 0
    assert not {"user", "agent", "tool"} & line.keys()


@pytest.mark.parametrize(
    "sent", ["4bf92f3577b34da6a3ce929d0e0e4736", "0af76519-16cd-43dd-8448-eb211c80319c", "req-12345678"]
)
def test_a_sane_request_id_is_kept(client: Client, capsys: pytest.CaptureFixture[str], sent: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"] == sent
    assert lines_of(capsys)[0]["request"] == sent


@pytest.mark.parametrize(
    "sent", ["", "short", "a" * 65, "ada@example.org", "cnd_" + "0" * 40, f"said {CANARY}", "ä" * 10]
)
def test_another_one_is_replaced(client: Client, capsys: pytest.CaptureFixture[str], sent: str) -> None:
    made = client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"]
    assert made != sent
    assert len(made) == 32
    assert lines_of(capsys)[0]["request"] == made


@pytest.mark.django_db
def test_a_call_stands_on_the_line_of_its_request(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    key = new_key()
    agent = AgentFactory(key=key)
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "project_get", "arguments": {"projectId": "a"}},
    }
    client.post("/mcp", body, content_type="application/json", headers={"Authorization": f"Bearer {key}"})
    [line] = lines_of(capsys)
    assert (line["tool"], line["outcome"], line["agent"]) == ("project_get", "not_found", agent.id)
    assert line["queries"] >= 1
    assert line["path"] == "/mcp"


def test_a_call_without_a_request_has_a_line_of_its_own(as_owner: Caller, capsys: pytest.CaptureFixture[str]) -> None:
    as_owner.task(f"Tell nobody of {CANARY}")
    [line] = lines_of(capsys)
    assert (line["event"], line["tool"], line["outcome"]) == ("call", "item_store", "ok")
    assert line["agent"] == as_owner.actor.agent_id
    assert line["queries"] > 1


def test_who_is_signed_in_stands_by_id(
    admin_client: Client, admin_user: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    admin_client.get("/admin/?q=x")
    [line] = lines_of(capsys)
    assert (line["user"], line["path"], line["status"]) == (admin_user.pk, "/admin/", 200)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (f"/nowhere/{CANARY}/", None),
        (f"/{CANARY}?q={CANARY}", None),
        (f"/admin/accounts/user/{CANARY}/change/", "/admin/accounts/user/…/change/"),
        ("/admin/accounts/user/abc234def567/change/", "/admin/accounts/user/abc234def567/change/"),
    ],
)
def test_of_a_path_ids_and_numbers_are_shown(
    admin_client: Client, capsys: pytest.CaptureFixture[str], path: str, shown: str | None
) -> None:
    admin_client.get(path)
    for line in lines_of(capsys):
        assert line.get("path") == shown


def test_of_others_messages_the_template_stays(
    formatted: Callable[[], list[dict[str, Any]]], caplog: pytest.LogCaptureFixture
) -> None:
    """As a package's code would log: from a file outside of this repository."""
    code = compile("def say(logger, *said, **how):\n    logger.error('Cannot read %s: %d of %s.', *said, **how)\n"
                   "def tell(logger, said):\n    logger.error(said)\n", "/usr/lib/elsewhere.py", "exec")  # fmt: skip
    space: dict[str, Any] = {}
    exec(code, space)  # noqa: S102
    logger = logging.getLogger("elsewhere")
    space["say"](logger, CANARY, 3, {CANARY: 1})
    space["tell"](logger, f"said {CANARY}")
    try:
        raise ValueError(CANARY) from OSError(CANARY)
    except ValueError:
        space["say"](logger, CANARY, 4, 5.5, exc_info=True)
    first, second, third = formatted()
    assert first["event"] == "Cannot read …: 3 of …."
    assert first["at"] == "elsewhere.py:2"
    assert second["event"] == "…"
    assert (third["event"], third["exception"]) == ("Cannot read …: 4 of 5.5.", "ValueError")
    assert third["through"][-1].startswith("test_logs.py:")
    assert CANARY not in json.dumps([first, second, third])


def test_a_constant_of_a_package_stays(
    formatted: Callable[[], list[dict[str, Any]]], caplog: pytest.LogCaptureFixture
) -> None:
    from kombu.log import get_logger  # noqa: PLC0415

    get_logger("kombu").warning("not in that package's source")
    logging.getLogger("django").error("%s", "x")
    assert [line["event"] for line in formatted()] == ["not in that package's source", "x"]  # these are ours


def test_a_failed_task_is_named_and_quotes_nothing(
    formatted: Callable[[], list[dict[str, Any]]], capsys: pytest.CaptureFixture[str]
) -> None:
    from conderis.celery import app  # noqa: PLC0415

    @app.task(name="tests.fails")  # type: ignore[untyped-decorator]
    def fails(said: str) -> None:
        raise ValueError(said)

    @app.task(name="tests.works")  # type: ignore[untyped-decorator]
    def works(said: str) -> None: ...

    fails.apply([CANARY])
    works.apply([CANARY])
    failed, worked = [line for line in lines_of(capsys) if line["event"] == "task"]
    assert (failed["task"], failed["outcome"]) == ("tests.fails", "failed")
    assert (worked["task"], worked["outcome"]) == ("tests.works", "ok")
    [said] = formatted()
    assert said["exception"] == "ValueError"
    assert CANARY not in json.dumps(said)


def test_a_failed_thread_quotes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    import threading  # noqa: PLC0415

    try:
        raise ValueError(CANARY)
    except ValueError as error:
        logs._thread_failed(threading.ExceptHookArgs((ValueError, error, error.__traceback__, None)))
    [line] = lines_of(capsys)
    assert line["exception"] == "ValueError"
    assert CANARY not in json.dumps(line)


def test_for_a_person_it_is_key_and_value() -> None:
    code = "from conderis.core import logs; logs.configured(readable=True); logs.line('request', status=200)"
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    assert "event='request' status=200" in said.stderr


# -- a real server, and the command on stdio ---------------------------------------------------------------------------


@pytest.fixture
def broken(tmp_path: Path) -> Any:
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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
    sent = "".join(json.dumps(message) + "\n" for message in messages) + "{" + CANARY + "\n"
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", "stdio_server"], cwd=settings.BASE_DIR, env=environment(key),
        input=sent, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert CANARY not in ended.stderr
    calls = [line for line in map(json.loads, ended.stderr.splitlines()) if line["event"] == "call"]
    assert [(line["tool"], line["outcome"], line["agent"]) for line in calls] == [("item_store", "ok", agent.id)]
