"""`manage.py up`, the real command in a temporary folder."""

import contextlib
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg
import pytest

from conderis.core.processes import has_ended
from conderis.embedded.servers import free_port

ROOT = Path(__file__).resolve().parent.parent
NOBODY = 65534
PATIENCE = 120.0  # seconds; a start takes three on an idle machine


class Up:
    """A run of the command on ``data``, and what it printed."""

    def __init__(self, data: Path, *, port: int, user: int | None = None, **settings: str) -> None:
        self.data, self.port = data, port
        self.output = data.parent / f"output-{port}-{time.monotonic_ns()}"
        told = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
        told |= {"CONDERIS_DATA": str(data), "PORT": str(port), "CONDERIS_WEB_WORKERS": "1", **settings}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"], cwd=ROOT, env=told, stdout=output, stderr=output,
                user=user, group=user, extra_groups=None if user is None else [],
            )  # fmt: skip

    @property
    def said(self) -> str:
        return self.output.read_text()

    def ready(self) -> "Up":
        wait_for(lambda: "Conderis runs at" in self.said or self.process.poll() is not None)
        assert self.process.poll() is None, self.said
        return self

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def ended(self) -> int:
        return self.process.wait(PATIENCE)

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", timeout=10)

    def env(self) -> dict[str, str]:
        lines = (self.data / "env").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "took too long"
        time.sleep(0.05)


def none_left(family: list[psutil.Process]) -> bool:
    return all(has_ended(process, 5) for process in family)


@pytest.fixture
def up(passable: Path) -> Generator[Callable[..., Up], None, None]:
    """Starts runs, on a folder with blanks and a path of 150 characters; ends them after the test."""
    runs: list[Up] = []
    deep = passable / ("a folder's name with blanks " * 6).strip()

    def start(data: Path = deep / "var", **settings: Any) -> Up:
        data.parent.mkdir(exist_ok=True, parents=True)
        run = Up(data, **({"port": free_port()} | settings))
        runs.append(run)
        return run

    assert len(str(deep / "var")) > 150
    yield start
    for run in runs:
        with contextlib.suppress(psutil.NoSuchProcess):
            family = run.family()
            run.process.terminate()
            run.process.wait(30)
            for process in family:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()


def test_it_runs_everything_and_ends_everything(up: Callable[..., Up]) -> None:
    run = up().ready()
    assert run.get("/healthz").text == "ok\n"
    assert run.get("/readyz").json() == {"database": "ok", "broker": "ok", "migrations": "ok"}

    for name in ("env", "secret_key", "postgres_password", "running.json"):
        assert stat.S_IMODE((run.data / name).stat().st_mode) == 0o600, name
    with psycopg.connect(run.env()["DATABASE_URL"]) as connection:
        assert connection.execute("SHOW server_version_num").fetchone() >= ("180000",)

    second = up()
    assert second.ended() == 1
    assert f"already runs on {run.data} as process {run.process.pid} at http://127.0.0.1:{run.port}" in second.said

    other = up(run.data.parent / "other", port=run.port)
    assert other.ended() == 1
    assert re.search(rf"Port {run.port} .* taken .* PORT={run.port + 1} make up", other.said)
    assert not (other.data / "postgres").exists()

    family = run.family()
    assert len(family) > 8
    run.process.terminate()
    assert run.ended() == 0
    assert none_left(family)
    assert not (run.data / "env").exists()
    assert "Traceback" not in run.said


def test_what_ends_is_started_again_but_never_the_database(up: Callable[..., Up]) -> None:
    run = up().ready()
    kept = json.loads((run.data / "running.json").read_text())["children"]
    pids = {entry["name"]: entry["pid"] for entry in kept}
    for name in ("The web server", "Valkey"):
        os.kill(pids[name], signal.SIGKILL)
    wait_for(lambda: run.said.count("was started again") == 2)
    wait_for(lambda: run.get("/readyz").status_code == 200)

    family = run.family()
    os.kill(pids["PostgreSQL"], signal.SIGKILL)
    assert run.ended() == 1
    assert "PostgreSQL ended unexpectedly (signal 9). See " in run.said
    assert none_left(family)


def test_it_goes_on_after_kill_9(up: Callable[..., Up]) -> None:
    first = up().ready()
    with psycopg.connect(first.env()["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
    family = first.family()
    first.process.kill()
    first.process.wait()
    again = up(port=first.port).ready()
    assert "left behind: The worker, The web server, Valkey, PostgreSQL." in again.said
    assert none_left(family)
    with psycopg.connect(again.env()["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)
    again.process.send_signal(signal.SIGINT)
    assert again.ended() == 0


def test_given_addresses_replace_the_servers(up: Callable[..., Up]) -> None:
    name = f"up_{free_port()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    address = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    try:
        run = up(DATABASE_URL=address, REDIS_URL=os.environ["REDIS_URL"], CONDERIS_DEMO="false").ready()
        assert run.get("/readyz").status_code == 200
        assert run.env() == {"DATABASE_URL": address, "REDIS_URL": os.environ["REDIS_URL"]}
        assert not (run.data / "postgres").exists()
        assert not (run.data / "valkey").exists()
        run.process.send_signal(signal.SIGHUP)
        assert run.ended() == 0
    finally:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_a_database_that_does_not_answer_is_said_plainly(up: Callable[..., Up]) -> None:
    run = up(DATABASE_URL=f"postgresql://a@127.0.0.1:{free_port()}/a", REDIS_URL="redis://127.0.0.1:1/0")
    assert run.ended() == 1
    assert "The database doesn't answer. Start `make up`, or check DATABASE_URL." in run.said


def _another_user_can_run_this() -> bool:
    if os.geteuid() != 0:
        return False
    command = [sys.executable, "-c", "import django"]
    try:
        return (
            subprocess.run(command, cwd=ROOT, user=NOBODY, group=NOBODY, extra_groups=[], check=False).returncode == 0
        )
    except PermissionError:
        return False


@pytest.mark.skipif(not _another_user_can_run_this(), reason="takes root and a Python that other users can run")
def test_an_ordinary_user_needs_nothing(up: Callable[..., Up], passable: Path) -> None:
    passable.chmod(0o711)
    home = passable / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    run = up(home / "var", user=NOBODY).ready()
    assert run.get("/readyz").status_code == 200
    assert {process.uids().real for process in run.family()} == {NOBODY}
    run.process.terminate()
    assert run.ended() == 0
