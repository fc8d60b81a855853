"""Take a backup."""

import os
import subprocess
import tempfile
from pathlib import Path

from conderis.backups.programs import Unavailable, client, environment
from conderis.core.errors import Invalid

# Sessions are signed in anew, and a proof's key must not outlive the row that it is thrown away with.
_WITHOUT = ("django_session", "privacy_proof")


def take(file: Path) -> int:
    """Write the database into ``file``, as pg_dump's custom format; returns its bytes. The site may run meanwhile.

    The file is whole or not there, and readable by its owner alone. Raises Unavailable, Invalid.
    """
    program = client("pg_dump")
    try:
        descriptor, half = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # its mode is 600
    except OSError as error:
        raise Invalid("file", f"{file} can't be written: {error.strerror}.") from None
    os.close(descriptor)
    try:
        options = ["--format=custom", "--no-owner", "--no-privileges", "--no-password", f"--file={half}"]
        options += [f"--exclude-table-data={table}" for table in _WITHOUT]
        done = subprocess.run([program, *options], env=environment(), stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise Unavailable(f"pg_dump failed: {_last(done.stderr)}")
        Path(half).replace(file)
    finally:
        Path(half).unlink(missing_ok=True)
    return file.stat().st_size


def _last(said: str) -> str:
    """What pg_dump said last. It speaks of tables and files; rows it doesn't quote."""
    return (said.strip().splitlines() or ["it gave no reason"])[-1][:300]
