"""Calls at the same moment, each in a thread with a database connection of its own.

Only for tests with ``@pytest.mark.django_db(transaction=True)``: the threads see what is committed.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

WAIT = 30  # seconds; a deadlock fails the test instead of hanging the run


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Each call's result or exception, in the order of the calls."""
    gate = threading.Barrier(len(calls), timeout=WAIT)
    results: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            gate.wait()
            results[place] = call()
        except Exception as error:  # noqa: BLE001  handed to the test, which judges it
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call), daemon=True) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert not any(thread.is_alive() for thread in threads), "the calls wait for each other"
    return results
