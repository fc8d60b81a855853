"""gunicorn as `make up` runs it, on the test's own database; and one that is made to break."""

import http.client
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
from django.conf import settings

from tests.mcp.test_stdio import environment
from tests.mcp.toys import tool_call


class Server:
    """A running gunicorn; ``errors`` is the file that takes its stderr."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], errors: Path) -> None:
        self.port = port
        self.process = process
        self.errors = errors

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any, str]:
        """Status, headers and body of the answer; on a connection of its own, so that any worker may take it."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()

    def raw(self, request: bytes) -> None:
        """Send what no client would, and take what comes."""
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=20)) as connection:
            connection.sendall(request)
            while connection.recv(65536):
                pass

    def call(self, key: str, tool: str, **arguments: Any) -> tuple[str, str]:
        """The text of a tool's result or of the protocol's error, and the id of its request."""
        body = json.dumps(tool_call(tool, arguments)).encode()
        _, headers, text = self.ask("POST", "/mcp", body, Authorization=f"Bearer {key}")
        return text, headers["X-Request-ID"]

    def sample(self, name: str, **labels: str) -> float:
        """The value of a metric, of all its series that have these labels."""
        _, _, text = self.ask("GET", "/metrics")
        found = 0.0
        for line in text.splitlines():
            series = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
            if series and series[1] == name:
                has = dict(re.findall(r'(\w+)="([^"]*)"', series[2] or ""))
                if labels.items() <= has.items():
                    found += float(series[3])
        return found

    def workers(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children()

    def lines(self) -> list[dict[str, Any]]:
        """What it has logged, each line a JSON object."""
        return [json.loads(line) for line in self.errors.read_text().splitlines() if line.startswith("{")]


@contextmanager
def running(folder: Path, application: str = "conderis.wsgi", *, workers: int = 1, **told: str) -> Iterator[Server]:
    """Start it with its data in ``folder``; end it afterwards."""
    errors = folder / "stderr"
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(300)
        listening.set_inheritable(True)
        arguments = [
            f"--bind=fd://{listening.fileno()}", "--worker-class=gthread", f"--workers={workers}", "--threads=3",
            "--graceful-timeout=1", "--no-control-socket", "--log-level=warning", application,
        ]  # fmt: skip
        own = {"CONDERIS_SECRET_KEY": "s" * 50, "CONDERIS_DB_POOL": "3", "CONDERIS_DATA": str(folder)}
        with errors.open("wb") as stderr:
            inherited = {name: value for name, value in environment(None).items() if name != "PROMETHEUS_MULTIPROC_DIR"}
            process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "gunicorn", *arguments], cwd=settings.BASE_DIR, stderr=stderr,
                env={**inherited, **own, **told}, pass_fds=[listening.fileno()],
            )  # fmt: skip
        try:
            yield Server(listening.getsockname()[1], process, errors)
        finally:
            process.terminate()
            process.wait(timeout=20)


def wait_for(what: Any, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "took too long"
        time.sleep(0.05)
