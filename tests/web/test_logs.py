"""Logs: one line a request and a call, with an id; no content, no query string, no key, no address of a person."""

import json
import logging
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from conderis.accounts.keys import new_key
from conderis.core import logs
from tests.calls import Caller
from tests.factories import AgentFactory

CANARY = "zebra-kumquat-quince"  # what stands in the texts that are sent

Formatted = Callable[[], list[dict[str, Any]]]
Output = pytest.CaptureFixture[str]


def lines_of(capsys: Output) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]


@pytest.fixture
def formatted(caplog: pytest.LogCaptureFixture) -> Formatted:
    """The records of the standard library's logging as our formatter writes them."""
    formatter = logs.Formatter(logs.as_json)
    return lambda: [json.loads(formatter.format(record)) for record in caplog.records]


def fail() -> None:
    raise ValueError(CANARY) from OSError(CANARY)


def test_a_request_has_one_line(client: Client, capsys: Output) -> None:
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
def test_a_sane_request_id_is_kept(client: Client, capsys: Output, sent: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"] == sent
    assert lines_of(capsys)[0]["request"] == sent


@pytest.mark.parametrize(
    "sent", ["", "short", "a" * 65, "ada@example.org", "cnd_" + "0" * 40, f"said {CANARY}", "ä" * 10]
)
def test_another_one_is_replaced(client: Client, capsys: Output, sent: str) -> None:
    made = client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"]
    assert made != sent
    assert len(made) == 32
    assert lines_of(capsys)[0]["request"] == made


@pytest.mark.django_db
def test_a_call_stands_on_the_line_of_its_request(client: Client, capsys: Output) -> None:
    key = new_key()
    agent = AgentFactory(key=key)
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "project_get", "arguments": {"projectId": "abc234def567"}},
    }
    client.post("/mcp", body, content_type="application/json", headers={"Authorization": f"Bearer {key}"})
    [line] = lines_of(capsys)
    assert (line["tool"], line["outcome"], line["agent"]) == ("project_get", "not_found", agent.id)
    assert line["queries"] >= 1
    assert line["path"] == "/mcp"


def test_a_call_without_a_request_has_a_line_of_its_own(as_owner: Caller, capsys: Output) -> None:
    as_owner.task(f"Tell nobody of {CANARY}")
    [line] = lines_of(capsys)
    assert (line["event"], line["tool"], line["outcome"]) == ("call", "item_store", "ok")
    assert line["agent"] == as_owner.actor.agent_id
    assert line["queries"] > 1


def test_who_is_signed_in_stands_by_id(admin_client: Client, admin_user: Any, capsys: Output) -> None:
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
    admin_client: Client, capsys: Output, path: str, shown: str | None
) -> None:
    admin_client.get(path)
    for line in lines_of(capsys):
        assert line.get("path") == shown


ELSEWHERE = """
def read(logger, *said, **how):
    logger.error("Cannot read %s: %d of %s.", *said, **how)
def tell(logger, said):
    logger.error(f"said {said}")
def warn(logger):
    logger.warning("it is late")
def name(logger, **said):
    logger.error("Task %(name)s took %(seconds)d s.", said)
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    """A package that isn't ours and logs as they do."""
    path = tmp_path / "elsewhere.py"
    path.write_text(ELSEWHERE)
    return SimpleNamespace(**runpy.run_path(str(path)))


def test_of_others_messages_the_template_stays(formatted: Formatted, elsewhere: Any) -> None:
    logger = logging.getLogger("elsewhere")
    elsewhere.read(logger, CANARY, 3, {CANARY: 1})
    elsewhere.name(logger, name=CANARY, seconds=4)
    elsewhere.warn(logger)
    elsewhere.tell(logger, CANARY)
    events = [line["event"] for line in formatted()]
    assert events == ["Cannot read …: 3 of ….", "Task … took 4 s.", "it is late", "…"]
    assert [line["at"] for line in formatted()] == [f"elsewhere.py:{at}" for at in (3, 9, 7, 5)]


def test_of_an_exception_the_class_and_the_places_stay(formatted: Formatted, elsewhere: Any) -> None:
    try:
        fail()
    except ValueError:
        elsewhere.read(logging.getLogger("elsewhere"), CANARY, 4, 5.5, exc_info=True)
    [line] = formatted()
    assert (line["event"], line["exception"]) == ("Cannot read …: 4 of 5.5.", "ValueError")
    assert [place.partition(":")[0] for place in line["through"]] == ["test_logs.py", "test_logs.py"]
    assert CANARY not in json.dumps(line)


def test_what_we_log_ourselves_stays_as_it_is(formatted: Formatted) -> None:
    logging.getLogger("conderis.recall").warning("%s of %d", "some", 3)
    assert formatted()[0]["event"] == "some of 3"


def test_a_failed_task_is_named_and_quotes_nothing(formatted: Formatted, capsys: Output) -> None:
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


def test_a_failed_thread_quotes_nothing(capsys: Output) -> None:
    import threading  # noqa: PLC0415

    try:
        fail()
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
