"""What one run has started: recorded for the next run, watched, and ended in order."""

import os
import re
import threading
import time

from conderis.core.processes import Child
from conderis.supervisor import orphans
from conderis.supervisor.folder import DataFolder
from conderis.supervisor.watch import GaveUp, Watch

_POLL_SECONDS = 0.02


class Stopped(Exception):
    """Somebody asked us to end."""


class Crew:
    """The children of one run. ``asked`` is set when somebody wants it to end."""

    def __init__(self, folder: DataFolder, asked: threading.Event, address: str) -> None:
        self.asked = asked
        self._folder = folder
        self._address = address
        self._servers: list[Watch] = []
        self._programs: list[Watch] = []
        self._record()

    def take_server(self, child: Child, *, vital: bool) -> None:
        """Watch a server that has just been started; without a ``vital`` one the run ends."""
        self._servers.append(Watch(child, vital=vital))
        self._record()

    def start(self, child: Child) -> None:
        """Start a program and keep it running."""
        if self.asked.is_set():
            raise Stopped
        child.start()
        self._programs.append(Watch(child))
        self._record()

    def to_end(self, child: Child, seconds: float) -> str:
        """Run a program to its end, within ``seconds``; returns what it printed when it is ``piped``.

        Raises Stopped when somebody wants to end meanwhile, GaveUp when it fails.
        """
        self.start(child)
        deadline = time.monotonic() + seconds
        while child.running and time.monotonic() < deadline:
            if self.asked.wait(_POLL_SECONDS):
                raise Stopped
        self._programs.pop()
        code = child.exit_code
        printed = child.process.stdout.read().decode() if child.process and child.process.stdout and code == 0 else ""
        child.stop()
        self._record()
        if code != 0:
            reason = "took too long" if code is None else f"failed: {_last_line(child)}"
            raise GaveUp(f"{child.name} {reason.rstrip('.')}. Its log is {child.log}.")
        return printed

    def check(self) -> list[str]:
        """Start again what has ended; returns lines for the terminal. Raises GaveUp."""
        lines = [line for watch in (*self._servers, *self._programs) if (line := watch.check())]
        if lines:
            self._record()
        return lines

    def end(self) -> None:
        """End the programs side by side, then the servers, the last one first."""
        for watch in self._programs:
            watch.child.ask_to_stop()
        for watch in (*self._programs, *reversed(self._servers)):
            watch.child.stop()

    def _record(self) -> None:
        children = [watch.child for watch in (*self._servers, *self._programs)]
        self._folder.record({"pid": os.getpid(), "address": self._address, "children": orphans.describe(children)})


def _last_line(child: Child) -> str:
    """What a program said last, without the details that PostgreSQL adds below."""
    said = child.log.read_text(errors="replace")[-5000:].strip().splitlines()
    lines = [line for line in said if re.match(r"(?!DETAIL|HINT|LINE)\S", line)]
    return lines[-1][:300] if lines else "it said nothing"
