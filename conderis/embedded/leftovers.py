"""A server that an earlier, killed run left behind on the same files."""

import contextlib
from pathlib import Path

import psutil

from conderis.core.processes import Steps, has_ended

_KILLED_SECONDS = 5.0


def end_leftover(files: Path, stopping: Steps) -> None:
    """End the PostgreSQL that runs on ``files``, or remove the pid file of one that is gone.

    PostgreSQL itself would refuse to start as long as any process has the number in its pid file, be it
    a text editor that got the number after a crash.
    """
    pid_file = files / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().split("\n", 1)[0])
    except FileNotFoundError:
        return
    except ValueError:
        pid = 0  # cut off by a full disk or a crash
    server = _server_on(files, pid)
    if not server:
        pid_file.unlink(missing_ok=True)
        return
    with contextlib.suppress(psutil.NoSuchProcess):
        for sign, seconds in stopping:
            server.send_signal(sign)
            if has_ended(server, seconds):
                return
        server.kill()
        has_ended(server, _KILLED_SECONDS)


def _server_on(files: Path, pid: int) -> psutil.Process | None:
    """The process if it is a PostgreSQL that works in ``files`` (its first act is to go there)."""
    if pid <= 0:
        return None
    try:
        process = psutil.Process(pid)
        return process if process.name() == "postgres" and Path(process.cwd()) == files else None
    except psutil.Error:  # gone, or another user's: the server on our files would be ours
        return None
