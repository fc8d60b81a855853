"""gunicorn with one process and few threads: no client can take a thread away for good."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.conf import settings

from tests.mcp.test_stdio import environment
from tests.mcp.toys import Caller, request

pytestmark = pytest.mark.django_db(transaction=True)  # the server's process has to see the rows

THREADS = 3
BODY = json.dumps(request("ping", ident="p")).encode()
PONG = {"jsonrpc": "2.0", "id": "p", "result": {}}


@pytest.fixture(scope="module")
def port(django_db_setup: None) -> Iterator[int]:
    """One server for all: it keeps no state but its threads, and each test leaves those free."""
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(300)
        arguments = [
            f"--bind=fd://{listening.fileno()}", "--worker-class=gthread", "--workers=1", f"--threads={THREADS}",
            "--graceful-timeout=1", "--no-control-socket", "--log-level=error", "conderis.wsgi",
        ]  # fmt: skip
        told = {**environment(None), "CONDERIS_SECRET_KEY": "s" * 50, "CONDERIS_DB_POOL": str(THREADS)}
        server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *arguments], cwd=settings.BASE_DIR, env={**os.environ, **told},
            pass_fds=[listening.fileno()],
        )  # fmt: skip
        yield listening.getsockname()[1]
        server.terminate()
        server.wait(timeout=60)


def ask(port: int, method: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request(method, "/mcp", body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read()


def ping(port: int, caller: Caller) -> object:
    status, body = ask(port, "POST", BODY, Authorization=caller.bearer)
    assert status == 200
    return json.loads(body)


def opened(port: int, head: str, body: bytes = b"") -> socket.socket:
    """A connection on which a request was begun: its head, and as much of its body."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n".encode() + body)
    return connection


def status_of(connection: socket.socket) -> int:
    return int(connection.recv(65536)[9:12])


def test_200_gets_with_any_accept_leave_it_answering(port: int, caller: Caller) -> None:
    accepts = ["application/json, text/event-stream", "text/event-stream", "*/*", ""]
    kept = []  # connections that stay open, as clients keep theirs for a stream
    for turn in range(200):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/mcp", headers={"Accept": accepts[turn % 4], "Authorization": caller.bearer})
        response = connection.getresponse()
        response.read()
        assert response.status == 405
        kept.append(connection)
    assert ping(port, caller) == PONG
    for connection in kept:
        connection.close()


def test_half_sent_bodies_without_a_key_hold_no_thread(port: int, caller: Caller) -> None:
    """They are answered unread; gunicorn then waits five seconds for the rest before it closes the connection."""
    waiting = [opened(port, "Content-Length: 1000\r\n", b"{") for _ in range(THREADS)]
    assert [status_of(connection) for connection in waiting] == [401] * len(waiting)
    assert ping(port, caller) == PONG
    for connection in waiting:
        connection.close()


def test_half_sent_bodies_leave_the_other_threads_answering(port: int, caller: Caller) -> None:
    """All threads but one wait for bodies that never come whole (for body.PATIENCE at most)."""
    head = f"Authorization: {caller.bearer}\r\nContent-Length: 1000\r\n"
    waiting = [opened(port, head, b"{") for _ in range(THREADS - 1)]
    began = time.monotonic()
    assert ping(port, caller) == PONG
    assert time.monotonic() - began < 5
    for connection in waiting:
        connection.close()
    assert ping(port, caller) == PONG


def test_a_chunked_body_is_read_and_bounded(port: int, caller: Caller) -> None:
    head = f"Authorization: {caller.bearer}\r\nTransfer-Encoding: chunked\r\n"
    whole = f"{len(BODY):x}\r\n".encode() + BODY + b"\r\n0\r\n\r\n"
    with closing(opened(port, head, whole)) as connection:
        assert status_of(connection) == 200
    with closing(opened(port, head)) as connection:
        for _ in range(33):
            connection.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
        assert status_of(connection) == 413
    with closing(opened(port, head, b"zz\r\n")) as connection:
        assert status_of(connection) == 400
    assert ping(port, caller) == PONG


def test_a_large_body_is_refused_before_it_is_sent(port: int, caller: Caller) -> None:
    for key in ("", f"Authorization: {caller.bearer}\r\n"):
        with closing(opened(port, f"{key}Content-Length: 100000000\r\n")) as connection:
            assert status_of(connection) == 413
    assert ping(port, caller) == PONG


def test_two_requests_share_a_connection(port: int, caller: Caller) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        for body, status in ((BODY, 200), (b"{", 400), (BODY, 200)):
            connection.request("POST", "/mcp", body, {"Authorization": caller.bearer})
            response = connection.getresponse()
            response.read()
            assert response.status == status
