"""The folder in which the web processes and the worker keep their counts, each in files of its own.

prometheus_client's multiprocess mode: whoever is asked for the metrics adds up all files. Nothing here imports it.
"""

import contextlib
import os
import re
from pathlib import Path

_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_FILE = re.compile(r"\w+_(\d+)\.db")


def use(folder: Path) -> None:
    """Count into files of the folder from now on. Where it can't be made each process counts for itself."""
    with contextlib.suppress(OSError):
        for needed in (folder.parent, folder):
            needed.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ.setdefault(_VARIABLE, str(folder))


def used() -> str | None:
    """The folder in use."""
    return os.environ.get(_VARIABLE)


def clear(folder: Path) -> None:
    """Remove what processes that have ended left there. For a start only: counts that shrink look like a restart."""
    for path in folder.glob("*.db"):
        match = _FILE.fullmatch(path.name)
        if match and not _lives(int(match[1])):
            path.unlink(missing_ok=True)


def forget(folder: Path, process: int) -> None:
    """An ended process has no connections open any more; what it counted stays."""
    for path in folder.glob(f"gauge_live*_{process}.db"):
        path.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
