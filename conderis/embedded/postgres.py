"""PostgreSQL: made on the first start, then started, with what an earlier run left behind put right."""

import signal
import time
from collections.abc import Callable
from pathlib import Path

from conderis.core.processes import Child, SystemUser
from conderis.embedded.cluster import ENVIRONMENT, NAME, make_or_keep, program
from conderis.embedded.leftovers import end_leftover
from conderis.embedded.servers import (
    HOST,
    POLL_SECONDS,
    START_TRIES,
    Cancelled,
    Server,
    StartError,
    explain,
    free_port,
    log_since,
)
from conderis.embedded.system_user import open_way, require_readable, server_user

_STOPPING = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))  # PostgreSQL's "fast", then its "immediate" shutdown
_START_SECONDS = 300.0  # after a crash it replays its log first

_SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "max_connections": "100",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    # No log ever holds a content: no statement, no parameter, no error's text or detail.
    "log_statement": "none",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    # What was erased must leave the write-ahead log too: old segments are removed, not renamed.
    "wal_recycle": "off",
}
_FOR_TESTS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}


def start_postgres(
    data: Path,
    *,
    log: Path,
    durable: bool = True,
    say: Callable[[str], None] = print,
    cancelled: Cancelled = lambda: False,
) -> Server:
    """Start PostgreSQL with its files in ``data``/postgres; the caller holds the folder's lock.

    Without ``durable`` a crash may lose everything, which is quick and right for tests. ``say`` gets a
    line about what the machine's owner should know. Raises StartError, OSError.
    """
    files = (data / "postgres").resolve()
    log.touch(mode=0o600)
    user = server_user(files)
    if user:
        require_readable(program("postgres"), user)
        open_way(program("postgres"), user, say)
        open_way(files, user, say)
    end_leftover(files, _STOPPING)
    password = make_or_keep(files, kept=data / "postgres_password", user=user, log=log, durable=durable)
    settings = {**_SETTINGS, **({} if durable else _FOR_TESTS)}
    child, port = _start(files, settings, user, log, cancelled)
    return Server(child, f"postgresql://{NAME}:{password}@{HOST}:{port}/{NAME}")


def _start(
    files: Path, settings: dict[str, str], user: SystemUser | None, log: Path, cancelled: Cancelled
) -> tuple[Child, int]:
    """The server, ready for connections, and its port. Raises StartError with its own last words."""
    said = ""
    for _ in range(START_TRIES):
        port = free_port()
        options = [f"--{name}={value}" for name, value in {**settings, "port": str(port)}.items()]
        command = [str(program("postgres")), "-D", str(files), *options]
        child = Child("PostgreSQL", command, log, files, ENVIRONMENT, _STOPPING, user)
        begin = log.stat().st_size
        child.start()
        if _ready(child, files, cancelled):
            return child, port
        child.stop()
        if cancelled():
            raise StartError("Stopped while PostgreSQL was starting.")
        said = log_since(log, begin)
        if "shared memory block" in said:  # the last processes of a killed server are still ending
            time.sleep(1.0)
        elif "Address already in use" not in said:
            break
    raise explain("PostgreSQL", said, files.parent, log)


def _ready(child: Child, files: Path, cancelled: Cancelled) -> bool:
    """Wait for the line `ready` in the server's own pid file; False when it ended or took too long."""
    deadline = time.monotonic() + _START_SECONDS
    while child.running and time.monotonic() < deadline and not cancelled():
        try:
            lines = (files / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            lines = []
        if child.process and lines[:1] == [str(child.process.pid)] and lines[-1].strip() == "ready":
            return True
        time.sleep(POLL_SECONDS)
    return False
