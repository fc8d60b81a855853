"""Locks by name, for what has no row to lock yet."""

from collections.abc import Generator
from contextlib import contextmanager
from hashlib import blake2b

from django.db import connection


def hold(*names: str) -> None:
    """Wait for the lock of these names and hold it to the end of the transaction.

    What two callers would both create is guarded so: the second one waits, then finds what the first
    one made. The names are hashed here, so that no address or title reaches a database log.
    """
    _ask("SELECT pg_advisory_xact_lock(%s)", names)


def hold_beside(*names: str) -> None:
    """As `hold`, but beside others that hold it so; only who has the lock `alone` is waited for."""
    _ask("SELECT pg_advisory_xact_lock_shared(%s)", names)


@contextmanager
def alone(*names: str) -> Generator[bool, None, None]:
    """Hold the lock of these names across transactions; False when someone else holds it. Never waits."""
    mine = _ask("SELECT pg_try_advisory_lock(%s)", names)
    try:
        yield mine
    finally:
        if mine:
            _ask("SELECT pg_advisory_unlock(%s)", names)


def _ask(statement: str, names: tuple[str, ...]) -> bool:
    digest = blake2b("\0".join(names).encode(), digest_size=8).digest()
    with connection.cursor() as cursor:
        cursor.execute(statement, [int.from_bytes(digest, "big", signed=True)])
        return bool(cursor.fetchone()[0])
