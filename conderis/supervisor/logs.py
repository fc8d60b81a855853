"""The children's logs, kept small."""

import contextlib
import os
import shutil
from pathlib import Path

_MOST_BYTES = 5_000_000  # of each file, and of the one before it


def keep_small(folder: Path) -> None:
    """Move what a full log holds to ``NAME.log.1``. Its writer appends, so that it goes on in the emptied file."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > _MOST_BYTES:
            with contextlib.suppress(OSError):  # on a full disk the room matters more than the history
                shutil.copyfile(log, log.with_name(f"{log.name}.1"))
            os.truncate(log, 0)
