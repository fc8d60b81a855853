"""/metrics: what is counted, over all processes, and who may read it."""

import json
import socket
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.conf import settings as configured
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from conderis.accounts.keys import new_key
from conderis.core import metrics_files
from conderis.core.valkey import client as broker
from conderis.mcp import toolset
from tests.calls import Caller
from tests.factories import AgentFactory
from tests.web.server import Server, running, wait_for


@pytest.fixture(autouse=True)
def single(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's own process counts for itself, whatever was imported before."""
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)


@pytest.fixture
def local() -> Client:
    """A client on this machine that asks this machine by name."""
    return Client(SERVER_NAME="127.0.0.1")


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def samples(local: Client, name: str) -> dict[str, float]:
    """The values of a metric's series, by their first label."""
    text = local.get("/metrics").content.decode()
    families = {family.name: family for family in text_string_to_metric_families(text)}
    return {next(iter(s.labels.values()), ""): s.value for s in families[name].samples} if name in families else {}


# -- who may read it -------------------------------------------------------------------------------------------------


def test_this_machine_needs_no_credentials(local: Client) -> None:
    response = local.get("/metrics")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    assert "no-cache" in response["Cache-Control"]
    for host in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
        assert local.get("/metrics", headers={"Host": host}, REMOTE_ADDR="::1").status_code == 200


@pytest.mark.parametrize(
    "of",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "not an address"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"HTTP_HOST": "conderis.example.org"},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer "},
        {"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer None"},
    ],
)
def test_for_others_it_is_not_there(local: Client, settings: Any, of: dict[str, str]) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert local.get("/metrics", **of).status_code == 404


def test_a_token_opens_it_from_elsewhere(local: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "m" * 32

    def ask(token: str, scheme: str = "Bearer") -> int:
        headers = {"Authorization": f"{scheme} {token}", "X-Forwarded-For": "192.0.2.7"}
        return local.get("/metrics", headers=headers, REMOTE_ADDR="192.0.2.7").status_code

    assert ask("m" * 32) == 200
    assert ask("m" * 32, "bearer") == 200
    assert [ask("m" * 31), ask("m" * 33), ask(""), ask("ä" * 16), ask("m" * 32, "Basic")] == [404] * 5


def test_it_is_read_and_never_written(local: Client) -> None:
    assert local.post("/metrics").status_code == 405


# -- what it says ----------------------------------------------------------------------------------------------------


def test_calls_count_by_tool_and_outcome(as_owner: Caller, as_reader: Caller) -> None:
    def seen() -> list[float]:
        outcomes = ("ok", "not_found", "denied", "missing")
        return [counted("conderis_calls_total", tool="item_store", outcome=outcome) for outcome in outcomes]

    before = seen()
    as_owner.task()
    as_owner.task()
    as_owner.refused("not_found", "item_store", projectId="nope", kind="task")
    as_reader.refused("denied", "item_store", kind="task", fields={"title": "A"})
    as_owner.refused("missing", "item_store", kind="task", fields={})
    assert [after - was for after, was in zip(seen(), before, strict=True)] == [2, 1, 1, 1]


def test_time_and_queries_of_a_call(as_owner: Caller) -> None:
    def seen() -> list[float]:
        names = ("conderis_call_seconds_count", "conderis_call_seconds_sum", "conderis_call_queries_total")
        return [counted(name, tool="item_get") for name in names]

    number = as_owner.task()
    before = seen()
    as_owner.get(number)
    calls, seconds, queries = (after - was for after, was in zip(seen(), before, strict=True))
    assert calls == 1
    assert 0 < seconds < 5
    assert 1 <= queries < 20


def test_a_fault_counts_as_failed(as_owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    before = counted("conderis_calls_total", tool="project_get", outcome="failed")
    monkeypatch.setattr("conderis.mcp.tools.project_get.list_projects", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        as_owner.result("project_get", {})
    assert counted("conderis_calls_total", tool="project_get", outcome="failed") == before + 1


def test_no_label_is_a_callers_text(as_owner: Caller, local: Client) -> None:
    with pytest.raises(toolset.ProtocolError):
        toolset.call(as_owner.actor, "zebra", {})
    with pytest.raises(toolset.ProtocolError):
        toolset.call(as_owner.actor, "item_get", "zebra")
    as_owner.refused("unknown_kind", "item_store", kind="zebra")
    local.get("/zebra")
    local.generic("ZEBRA", "/healthz")
    said = local.get("/metrics").content.decode()
    assert "zebra" not in said.lower()
    assert as_owner.ref.removeprefix("agent:") not in said


def test_requests_count_by_status(local: Client) -> None:
    before = counted("conderis_http_requests_total", status="404")
    local.get("/nowhere")
    assert counted("conderis_http_requests_total", status="404") == before + 1


def test_the_version_stands_there(local: Client) -> None:
    assert samples(local, "conderis_build") == {configured.VERSION: 1}


def test_the_queue_is_asked_for_its_length(local: Client) -> None:
    queue = broker(1)
    assert samples(local, "conderis_queue_tasks") == {"waiting": 0, "taken": 0}
    try:
        queue.rpush("celery", "a", "b", "c")
        queue.hset("unacked", "d", "e")
        assert samples(local, "conderis_queue_tasks") == {"waiting": 3, "taken": 1}
    finally:
        queue.delete("celery", "unacked")


def test_a_hanging_broker_holds_nothing_up(local: Client, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        began = time.monotonic()
        assert samples(local, "conderis_build")
        assert samples(local, "conderis_queue_tasks") == {}
        assert time.monotonic() - began < 3


# -- several processes -----------------------------------------------------------------------------------------------


def test_files_of_the_dead_go_when_a_server_starts(tmp_path: Path) -> None:
    process = psutil.Popen(["true"])
    process.wait()
    names = [f"counter_{process.pid}.db", f"counter_{psutil.Process().pid}.db", "notes.txt"]
    for name in names:
        (tmp_path / name).touch()
    metrics_files.clear(tmp_path)
    metrics_files.clear(tmp_path / "nowhere")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])


def test_without_a_folder_each_process_counts_for_itself(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    metrics_files.use(tmp_path / "file" / "metrics")
    assert metrics_files.used() is None


@pytest.fixture
def server(tmp_path: Path) -> Any:
    with running(tmp_path, workers=2) as server:
        yield server


@pytest.mark.django_db(transaction=True)
def test_all_processes_count_together(server: Server) -> None:
    key = new_key()
    AgentFactory(key=key)
    for _ in range(30):
        assert json.loads(server.call(key, "project_get")[0])["result"]
    asked = {"tool": "project_get", "outcome": "ok"}
    assert {server.sample("conderis_calls_total", **asked) for _ in range(6)} == {30}
    assert server.sample("conderis_call_seconds_count", tool="project_get") == 30
    assert server.sample("conderis_http_requests_total", status="200") >= 30
    wait_for(lambda: server.sample("conderis_database_connections", state="max") == 6)
    assert server.sample("conderis_database_connections", state="in use") == 0
    assert server.sample("conderis_database_connections", state="waiting") == 0

    killed = server.workers()[0]
    killed.kill()
    wait_for(lambda: len(server.workers()) == 2 and killed.pid not in {worker.pid for worker in server.workers()})
    assert server.sample("conderis_calls_total", **asked) == 30
    assert server.sample("conderis_database_connections", state="max") <= 6
