"""The data folder: one run at a time, and what a run leaves there for others to read."""

import fcntl
import json
import os
import secrets
import shlex
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from conderis.core.files import write_private


class Taken(Exception):
    """Another run holds the folder; the text says which and what to do."""


class DataFolder:
    """CONDERIS_DATA. Its log folder, ``env``, ``secret_key`` and ``running.json`` are readable by its owner alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.env = path / "env"
        self._record = path / "running.json"

    def make(self) -> None:
        """Make the folders. Root's can be passed through, for the database runs as another user."""
        if not self.path.is_dir():
            self.path.mkdir(parents=True)
            self.path.chmod(0o711 if os.geteuid() == 0 else 0o700)
        (self.path / "log").mkdir(mode=0o700, exist_ok=True)
        (self.path / "celery").mkdir(mode=0o700, exist_ok=True)

    @contextmanager
    def locked(self) -> Generator[None, None, None]:
        """Hold the folder until the block ends, or this process does in whatever way. Raises Taken."""
        descriptor = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Taken(self._taken()) from None
            yield
        finally:
            os.close(descriptor)

    def log(self, name: str) -> Path:
        """The file for a child's output, made so that nobody else can read it."""
        path = self.path / "log" / f"{name}.log"
        path.touch(mode=0o600)
        return path

    def make_secret_key(self) -> None:
        """The key that signs sessions, made once. CONDERIS_SECRET_KEY is used in its place when it is set."""
        path = self.path / "secret_key"
        if not path.is_file() or not path.read_text().strip():
            write_private(path, secrets.token_urlsafe(50) + "\n")

    def announce(self, addresses: dict[str, str]) -> None:
        """Write the addresses of the servers in use, for `. env` in a shell and for commands in another terminal."""
        write_private(self.env, "".join(f"{name}={shlex.quote(value)}\n" for name, value in addresses.items()))

    def record(self, state: dict[str, Any]) -> None:
        """Remember what runs, so that the next run can end what this one couldn't."""
        write_private(self._record, json.dumps(state))

    def recorded(self) -> dict[str, Any]:
        """What the last run recorded; empty when it ended as it should."""
        try:
            state = json.loads(self._record.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return state if isinstance(state, dict) else {}

    def forget(self) -> None:
        """Nothing runs any more."""
        self.env.unlink(missing_ok=True)
        self._record.unlink(missing_ok=True)

    def _taken(self) -> str:
        state = self.recorded()
        pid = state.get("pid")
        where = f" as process {pid} at {state.get('address')}" if pid else ""
        stop = f"Stop it with Ctrl-C there or with `kill {pid}`" if pid else "Stop it with Ctrl-C there"
        return f"Conderis already runs on {self.path}{where}. {stop}, or set CONDERIS_DATA to another folder."
