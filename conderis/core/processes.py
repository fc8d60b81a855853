"""Child processes: started in a session of their own, ended by a row of signals with patience between them."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

# (signal, seconds to wait for it to work); after the last one comes SIGKILL.
Steps = Sequence[tuple[signal.Signals, float]]
_POLL_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class SystemUser:
    """Another user of this machine, whom a child of root becomes."""

    uid: int
    gid: int
    name: str


@dataclass(slots=True)
class Child:
    """A process that we start and end.

    It leads a session of its own: a terminal's Ctrl-C reaches only us, and we end the children in order.
    What it prints is appended to ``log``; with ``piped`` only its errors are, and its output waits in a pipe
    (64 kB at most) for whoever needs it. ``stopping`` is how it wants to be asked to end.
    """

    name: str
    command: Sequence[str]
    log: Path
    folder: Path
    environment: Mapping[str, str]
    stopping: Steps = ((signal.SIGTERM, 5.0),)
    user: SystemUser | None = None
    descriptors: Sequence[int] = ()
    piped: bool = False
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Start it, or start it again. Raises OSError when the program or a folder isn't there."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if self.piped else log,
                stderr=log,
                cwd=self.folder,
                env=self.environment,
                pass_fds=self.descriptors,
                start_new_session=True,
                user=self.user.uid if self.user else None,
                group=self.user.gid if self.user else None,
                extra_groups=[] if self.user else None,
            )

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """How it ended (a negative number is the signal); None while it runs or before it started."""
        return self.process.poll() if self.process else None

    def ask_to_stop(self) -> None:
        """Send the first signal and don't wait, so that several children can end side by side."""
        if self.process and self.running:
            self.process.send_signal(self.stopping[0][0])

    def stop(self) -> None:
        """End it and whatever it started; returns when it has ended, after the sum of its steps at most."""
        if not self.process:
            return
        for sign, seconds in self.stopping:
            if not self.running:
                break
            self.process.send_signal(sign)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
        kill_group(self.process.pid)
        self.process.wait()


def kill_group(leader: int) -> None:
    """SIGKILL for what is left of the session that ``leader`` led; nothing left is fine."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # macOS answers the latter for a group of zombies
        return


def has_ended(process: psutil.Process, seconds: float) -> bool:
    """Wait until a process that isn't our child has ended. One that nobody has buried yet (a zombie) has, too."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(_POLL_SECONDS)
    return False
