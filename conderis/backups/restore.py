"""Replace the database by a backup, and erase again what was erased since."""

import subprocess
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from conderis.backups.lock_erased import statements
from conderis.backups.programs import Unavailable, client, environment
from conderis.core.errors import Conflict, Invalid
from conderis.core.locks import alone
from privacy.services.export_erasures import export_erasures
from privacy.services.reapply_erasures import Reapplied, reapply_erasures

_KNOWN_BY = " TABLE DATA public items_item "  # what pg_restore lists of every backup of ours
_EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC"
_LOCK_WAIT = "30s"  # for a running site to let go of its tables
_TRIES, _PAUSE = 100, 0.1  # seconds, for decisions that are under way
_MEANING = {
    "42501": "this role may not drop and make the schema public; it takes the database's owner",
    "55P03": "the site keeps its tables busy; stop it and restore again",
    "40P01": "the site was in the way; stop it and restore again",
}


@dataclass(frozen=True, slots=True)
class Restored:
    """``ledger`` is the file with what had been erased before, None where the database knew of nothing."""

    ledger: Path | None
    again: Reapplied


def restore(file: Path, say: Callable[[str], None]) -> Restored:
    """Put the backup in the place of everything that is there, in one transaction: all of it, or nothing changes.

    The ledger of erasures is written beside ``file`` before and replayed after, while no deletion is decided. A
    running site waits and goes on with the restored rows. Raises Invalid for a file that is no backup of ours,
    Unavailable when it fails.
    """
    _require_backup(file)
    with _no_decisions():
        ledger = _keep_ledger(file, say)
        lines = ledger.read_text().splitlines() if ledger is not None else []
        _replace(file, lines)
        call_command("migrate", "--no-input", verbosity=0)
        return Restored(ledger, reapply_erasures(lines))


def _require_backup(file: Path) -> None:
    if not file.is_file():
        raise Invalid("file", f"There is no file {file}.")
    command = [client("pg_restore"), "--list", str(file)]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode or _KNOWN_BY not in listed.stdout:
        raise Invalid("file", f"{file} isn't a backup of Conderis, or of a newer PostgreSQL than this one.")


@contextmanager
def _no_decisions() -> Generator[None, None, None]:
    for _ in range(_TRIES):
        with alone("erasures") as mine:
            if mine:
                yield
                return
        time.sleep(_PAUSE)
    raise Conflict("Deletions are being decided all the time, or another backup is restored at this moment.")


def _keep_ledger(file: Path, say: Callable[[str], None]) -> Path | None:
    if "privacy_erasure" not in connection.introspection.table_names():
        return None  # a new database
    ledger = file.with_name(f"{file.name}.erasures-{timezone.now():%Y%m%d-%H%M%S}.jsonl")
    count = export_erasures(ledger)
    if not count:
        ledger.unlink()
        return None
    say(f"{count} erasures are kept in {ledger}. Should this break off, run: manage.py reapply_erasures {ledger}")
    return ledger


def _replace(file: Path, ledger: list[str]) -> None:
    """The script of pg_restore, in one transaction of psql. Neither quotes rows: of an error only its code is told."""
    with tempfile.NamedTemporaryFile("w", prefix="conderis-", suffix=".sql") as locking:
        locking.write(statements(ledger))
        locking.flush()
        _run(file, locking.name)


def _run(file: Path, locking: str) -> None:
    told = environment() | {"PGOPTIONS": f"-c lock_timeout={_LOCK_WAIT} -c client_min_messages=warning"}
    reading = [client("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file)]
    writing = [client("psql"), "--no-psqlrc", "--quiet", "--no-password", "--single-transaction"]
    writing += [
        "--set=ON_ERROR_STOP=1",
        "--set=VERBOSITY=sqlstate",
        f"--command={_EMPTY}",
        "--file=-",
        f"--file={locking}",
    ]
    with subprocess.Popen(reading, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=told) as script:
        done = subprocess.run(
            writing, stdin=script.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=told, check=False
        )
    if done.returncode or script.returncode:
        code = done.stderr.decode(errors="replace").rpartition("ERROR:")[2].strip()[:5]
        why = _MEANING.get(code, f"error {code}" if code else "the file broke off")
        raise Unavailable(f"The backup wasn't restored and nothing has changed: {why}.")
