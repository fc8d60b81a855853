"""Rewrite one table on a live system, and take what was rewritten out of the write-ahead log."""

import time
from dataclasses import dataclass

import psycopg.errors
from django.db import OperationalError, ProgrammingError, connection

from conderis.core.errors import Conflict

LOCK_WAIT = "300ms"  # that readers may queue behind us while we wait for the table
TRIES = 60
PAUSE, PAUSE_MOST = 0.5, 5.0  # seconds between two tries
READERS_SECONDS = 120.0  # that older transactions are waited for
_POLL = 0.5
_CHECKPOINTS = 3  # the first one already removes old segments, unless another was under way

# Transactions that may still see rows from before ours: VACUUM would keep those rows.
_OLDER = """
    SELECT count(*) FROM (
        SELECT backend_xmin FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        UNION ALL SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()
        UNION ALL SELECT xmin FROM pg_replication_slots
    ) AS held (xid) WHERE age(xid) > age(%s::xid)
"""
_OLD_SEGMENTS = """
    SELECT count(*) FROM pg_ls_waldir(), pg_control_checkpoint()
    WHERE name ~ '^[0-9A-F]{24}$' AND name < pg_walfile_name(redo_lsn)
"""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """How long a table was locked for readers and writers, in seconds, and by how many bytes it shrank."""

    seconds: float
    freed: int


def wait_for_readers() -> None:
    """Return once nobody sees rows any more that were erased before. Raises Conflict after two minutes."""
    mine = _ask("SELECT pg_current_xact_id()::xid::text")
    until = time.monotonic() + READERS_SECONDS
    while int(_ask(_OLDER, mine)):
        if time.monotonic() > until:
            raise Conflict(
                "A transaction, or a replication slot, from before the erasing still reads the old rows. "
                "End it and run scrub again: it goes on where it was."
            )
        time.sleep(_POLL)


def rewrite(table: str) -> Rewritten | None:
    """VACUUM FULL: the table, its TOAST and its indexes. None where that isn't ours to do.

    Nobody waits behind us for longer than 0.3 s before it begins; then all who use the table wait for it. Raises
    Conflict when it never came free.
    """
    for attempt in range(TRIES):
        before = _size(table)
        begin = time.monotonic()
        try:
            _run(f"SET lock_timeout = '{LOCK_WAIT}'")
            _run(f"VACUUM (FULL, ANALYZE) {table}")
        except OperationalError as error:
            if not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                raise
        else:
            seconds = time.monotonic() - begin
            return Rewritten(seconds, max(0, before - _size(table))) if _is_mine(table) else None
        finally:
            _run("RESET lock_timeout")
        time.sleep(min(PAUSE * (attempt + 1), PAUSE_MOST))
    raise Conflict(f"{table} is in use all the time. Run scrub again later: it goes on where it was.")


def recycle_log() -> list[str]:
    """Begin a new segment of the write-ahead log and have the server remove the old ones.

    What it couldn't do, in sentences for the operator.
    """
    try:
        _ask("SELECT pg_switch_wal()::text")
        for _ in range(_CHECKPOINTS):
            _run("CHECKPOINT")
            left = int(_ask(_OLD_SEGMENTS))
            if not left:
                break
    except ProgrammingError as error:
        if not isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
            raise
        return ["The write-ahead log and the files are their operator's: this role may not recycle them."]
    told = []
    if left:
        told.append(f"The server keeps {left} older segments of its write-ahead log, for an archive or a replica.")
    if _ask("SHOW wal_recycle") == "on":
        told.append("wal_recycle is on: old segments of the write-ahead log are renamed, not removed. Switch it off.")
    return told


def _is_mine(table: str) -> bool:
    """Whether we may rewrite it: VACUUM skips what it mayn't with a mere warning."""
    return _ask("SELECT has_table_privilege(%s, 'MAINTAIN') OR pg_has_role(datdba, 'USAGE') "
                     "FROM pg_database WHERE datname = current_database()", table) == "True"  # fmt: skip


def _size(table: str) -> int:
    return int(_ask("SELECT pg_total_relation_size(%s)", table))


def _ask(statement: str, *values: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return str(cursor.fetchone()[0])


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
