"""Locks by name, for what has no row to lock yet."""

from hashlib import blake2b

from django.db import connection


def hold(*names: str) -> None:
    """Wait for the lock of these names and hold it to the end of the transaction.

    What two callers would both create is guarded so: the second one waits, then finds what the first
    one made. The names are hashed here, so that no address or title reaches a database log.
    """
    digest = blake2b("\0".join(names).encode(), digest_size=8).digest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(digest, "big", signed=True)])
