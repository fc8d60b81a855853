"""Files that hold a secret."""

import os
import tempfile
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Replace the file as a whole; nobody else can read it, and a crash leaves the old one or the new one."""
    descriptor, half = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mkstemp's mode is 600
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(half).replace(path)
    except BaseException:
        Path(half).unlink(missing_ok=True)
        raise
