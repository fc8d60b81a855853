"""What both servers share: addresses, secrets, and saying plainly why one didn't start."""

import importlib.util
import re
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from conderis.core.processes import Child

HOST = "127.0.0.1"
START_TRIES = 5  # another process may take the free port before the server does
POLL_SECONDS = 0.02

Cancelled = Callable[[], bool]


class StartError(Exception):
    """A server can't start; the text is a sentence or two for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs, and the address that clients take."""

    child: Child
    url: str


def wheel_folder(package: str, setting: str) -> Path:
    """Where a wheel keeps its files, without importing it: both packages' imports load clients and make folders.

    Raises StartError, which names the ``setting`` that makes the wheel unnecessary.
    """
    spec = importlib.util.find_spec(package)
    if not spec or not spec.submodule_search_locations:
        raise StartError(f"{package} isn't installed. Install conderis[embedded], or set {setting}.")
    return Path(spec.submodule_search_locations[0])


def free_port() -> int:
    """A TCP port of 127.0.0.1 that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def new_password() -> str:
    """43 random characters that need no escaping in an address or a configuration file."""
    return secrets.token_urlsafe(32)


def log_since(log: Path, start: int) -> str:
    """What was written to the log behind ``start`` bytes, its last 20,000 bytes at most."""
    with log.open("rb") as file:
        file.seek(max(start, log.stat().st_size - 20_000))
        return file.read().decode(errors="replace")


def explain(server: str, said: str, data: Path, log: Path) -> StartError:
    """Turn a server's last words into what to do about them."""
    if "No space left on device" in said or "Disk quota exceeded" in said:
        return StartError(f"The disk that holds {data} is full. Free some space there and start again.")
    if "Read-only file system" in said:
        return StartError(f"{data} can't be written to. Set CONDERIS_DATA to a folder of your own.")
    reasons = (
        re.findall(r"(?:FATAL|PANIC|error|ERROR):\s+(.+)", said)
        or said.strip().splitlines()[-1:]
        or ["no reason given"]
    )
    return StartError(f"{server} didn't start: {reasons[0][:300]}. Its log is {log}.")
