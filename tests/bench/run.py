"""The measuring itself, with Django set up."""

import itertools
import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
from django.db import connection

from conderis.accounts.services.create_account import create_account
from conderis.accounts.services.create_agent import create_agent
from conderis.core.actor import Actor
from tests.bench.filling import filled, word
from tests.bench.measuring import Endpoint, rate, timed

THREADS = 8
LINE = "{:<34}{:>9}{:>9}{:>9}{:>9}"


@contextmanager
def web(folder: Path) -> Iterator[tuple[str, int]]:
    """One gunicorn process of eight threads: its address and the process id of its worker."""
    port = _free_port()
    command = [sys.executable, "-m", "gunicorn", f"--bind=127.0.0.1:{port}", f"--threads={THREADS}", "conderis.wsgi"]
    log = (folder / "web.log").open("w")
    with (
        log,
        subprocess.Popen(
            command, stdout=log, stderr=log, env={**os.environ, "CONDERIS_DB_POOL": str(THREADS)}
        ) as process,
    ):
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url)
            yield url, psutil.Process(process.pid).children()[0].pid
        finally:
            process.terminate()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def _wait_for(url: str) -> None:
    for _ in range(100):
        try:
            httpx.get(f"{url}/healthz").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("gunicorn didn't start within 20 seconds")


def run(folder: Path, sizes: tuple[int, ...]) -> None:
    """Print the figures of each size, the smallest first."""
    user, _ = create_account(email="bench@example.org", password=secrets.token_hex(12), name="Bench")
    actor = Actor(user_id=user.pk)
    _, key = create_agent(actor=actor, name="bench")
    with web(folder) as (url, worker):
        endpoint = Endpoint(url, key)
        for size in sizes:
            start = time.perf_counter()
            project = filled(actor, size)
            with connection.cursor() as cursor:
                cursor.execute("VACUUM ANALYZE")
            say(f"\n{size:,} items, filled in {time.perf_counter() - start:.0f} s")
            say(LINE.format("call", "p50 ms", "p95 ms", "x ping", "size"))
            ping = timed(lambda: endpoint.rpc("ping"))
            say(LINE.format("ping", f"{ping.p50:.2f}", f"{ping.p95:.2f}", "1.0", ""))
            for what, action in calls(endpoint, project.pk).items():
                times = timed(action)
                figures = (f"{times.p50:.2f}", f"{times.p95:.2f}", f"{times.p50 / ping.p50:.1f}", times.size)
                say(LINE.format(what, *figures))
            for count in (8, 32):
                readers = [calls(Endpoint(url, key), project.pk)["item_get"] for _ in range(count)]
                say(f"item_get at {count} clients: {rate(readers):.0f} calls a second")
        say(f"\nmemory of the web process: {psutil.Process(worker).memory_info().rss / 2**20:.0f} MiB")


def calls(endpoint: Endpoint, project: str) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    call, count = endpoint.call, itertools.count(1)
    common, rare = f"{word(3)} {word(40)}", f"{word(900)} {word(2500)} {word(4800)}"

    def change() -> object:
        read = json.loads(call("item_get", projectId=project, number=1))
        fields = {"title": f"Changed {next(count)}"}
        return call(
            "item_store", kind=read["kind"], projectId=project, number=1, version=read["version"], fields=fields
        )

    return {
        "recall": lambda: call("recall", projectId=project),
        "recall, focus": lambda: call("recall", projectId=project, focus=f"{common} {rare}"),
        "project_get": lambda: call("project_get", projectId=project),
        "item_get": lambda: call("item_get", projectId=project, number=7),
        "item_list, tasks": lambda: call("item_list", projectId=project, kind="task"),
        "item_list, memories by title": lambda: call("item_list", projectId=project, kind="memory", sort="title"),
        "item_list, query of common words": lambda: call("item_list", projectId=project, query=common),
        "item_list, query of rare words": lambda: call("item_list", projectId=project, query=rare),
        "item_list, common words by title": lambda: call("item_list", projectId=project, query=common, sort="title"),
        "item_store, create": lambda: call("item_store", projectId=project, kind="task", fields={"title": "New"}),
        "item_get and item_store, change": change,
    }


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
