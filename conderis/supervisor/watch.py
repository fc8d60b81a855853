"""Keeping the children alive, with patience and a limit."""

import time
from collections import deque

from conderis.core.processes import Child

_FIRST_DELAY = 1.0  # seconds; each further restart waits twice as long
_LONGEST_DELAY = 30.0
_LIMIT = 6  # restarts within _WINDOW seconds, after which something is wrong that no restart mends
_WINDOW = 300.0


class GaveUp(Exception):
    """A child ended and isn't started again; the text says which and where to look."""


class Watch:
    """One child, which is started again when it ends without being asked; a ``vital`` one ends everything."""

    def __init__(self, child: Child, *, vital: bool = False) -> None:
        self.child = child
        self._vital = vital
        self._restarts: deque[float] = deque()
        self._due: float | None = None

    def check(self) -> str | None:
        """Look after it; call this about every second. Returns a line for the terminal. Raises GaveUp."""
        if self.child.running:
            return None
        now = time.monotonic()
        if self._due is None:
            return self._plan(now)
        if now < self._due:
            return None
        self._due = None
        self._restarts.append(now)
        self.child.start()
        return f"{self.child.name} was started again."

    def _plan(self, now: float) -> str:
        code = self.child.exit_code or 0
        ended = f"{self.child.name} ended unexpectedly ({f'signal {-code}' if code < 0 else f'exit status {code}'})"
        while self._restarts and self._restarts[0] < now - _WINDOW:
            self._restarts.popleft()
        if self._vital or len(self._restarts) >= _LIMIT:
            again = f", {_LIMIT} restarts didn't help" if self._restarts else ""
            raise GaveUp(f"{ended}{again}. See {self.child.log}, then start again.")
        self.child.stop()  # what it had started may have outlived it
        delay = min(_FIRST_DELAY * 2 ** len(self._restarts), _LONGEST_DELAY)
        self._due = now + delay
        return f"{ended}; it is started again in {delay:.0f} s. Its log is {self.child.log}."
