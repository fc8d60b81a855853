"""Children of a run that was killed (`kill -9`, a crash): recognised by number and start time, and ended."""

import contextlib
import os
import signal
from collections.abc import Sequence
from typing import Any

import psutil

from conderis.core.processes import Child, has_ended, kill_group

_SAME_START_SECONDS = 2.0  # the clock may have been set meanwhile
_PATIENCE_SECONDS = 10.0


def describe(children: Sequence[Child]) -> list[dict[str, Any]]:
    """What `end` needs to know about the children that run; JSON."""
    found = []
    for child in children:
        if child.process and child.running:
            with contextlib.suppress(psutil.NoSuchProcess):
                found.append(
                    {
                        "name": child.name,
                        "pid": child.process.pid,
                        "started": psutil.Process(child.process.pid).create_time(),
                        "command": list(child.command),
                        "stop": child.stopping[0][0].value,
                    }
                )
    return found


def end(described: Sequence[dict[str, Any]]) -> list[str]:
    """End those that still run, the last started first; returns their names. Takes seconds at most."""
    return [str(entry["name"]) for entry in reversed(described) if _end(entry)]


def _end(entry: dict[str, Any]) -> bool:
    """Whether it still ran, and has been ended now with what it had started."""
    try:
        leader = psutil.Process(entry["pid"])
        ours = abs(leader.create_time() - entry["started"]) <= _SAME_START_SECONDS
    except psutil.NoSuchProcess:
        _end_members(entry)
        return False
    if not ours:  # the number has gone to another process, so that nothing of ours can be left in the group
        return False
    ran = not has_ended(leader, 0.01)
    if ran:
        with contextlib.suppress(psutil.NoSuchProcess):
            leader.send_signal(signal.Signals(entry["stop"]))
            has_ended(leader, _PATIENCE_SECONDS)
    kill_group(leader.pid)
    return ran


def _end_members(entry: dict[str, Any]) -> None:
    """End what outlived its leader, such as a web worker whose master was killed too: same group, same command."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            if os.getpgid(process.pid) == entry["pid"] and process.cmdline() == entry["command"]:
                process.kill()
