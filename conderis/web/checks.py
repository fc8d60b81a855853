"""The checks behind /readyz: each on a connection of its own, so that a hanging one holds nothing else up."""

import functools
import threading
from collections.abc import Callable
from concurrent.futures import Future

import psycopg
import psycopg.errors
import redis
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from conderis.core.valkey import client

OK = "ok"
SILENT = "no answer"
_SECONDS = 2  # the least that libpq allows for connecting


class Check:
    """A check that runs once at a time: who asks meanwhile waits for the same answer.

    So a flood of /readyz on a hanging database makes neither threads nor connections.
    """

    def __init__(self, ask: Callable[[], dict[str, str]], parts: tuple[str, ...]) -> None:
        self._ask = ask
        self._silent = dict.fromkeys(parts, SILENT)
        self._lock = threading.Lock()
        self._answer: Future[dict[str, str]] | None = None

    def begin(self) -> Future[dict[str, str]]:
        with self._lock:
            if not self._answer or self._answer.done():
                self._answer = Future()
                threading.Thread(target=self._run, args=(self._answer,), daemon=True).start()
            return self._answer

    def answer(self, begun: Future[dict[str, str]], seconds: float) -> dict[str, str]:
        """The state of each part; no answer within ``seconds`` is a state too."""
        try:
            return begun.result(seconds)
        except TimeoutError:
            return self._silent

    def _run(self, answer: Future[dict[str, str]]) -> None:
        try:
            answer.set_result(self._ask())
        except (psycopg.Error, redis.RedisError, OSError):
            answer.set_result(self._silent)
        except BaseException as error:
            answer.set_exception(error)
            raise


def ask_database() -> dict[str, str]:
    """Whether the database answers a query, and whether it has every migration of this version."""
    parameters = connection.get_connection_params()
    parameters["connect_timeout"] = _SECONDS
    parameters["options"] = f"{parameters.get('options', '')} -c statement_timeout={_SECONDS}s".strip()
    with psycopg.connect(**parameters) as asking:
        try:
            applied = set(asking.execute("SELECT app, name FROM django_migrations").fetchall())
        except psycopg.errors.UndefinedTable:
            applied = set()
    missing = len(_known_migrations() - applied)
    return {"database": OK, "migrations": f"{missing} to run" if missing else OK}


def ask_broker() -> dict[str, str]:
    """Whether the broker answers a PING."""
    with client(_SECONDS) as broker:
        broker.ping()
    return {"broker": OK}


@functools.cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)


CHECKS = (Check(ask_database, ("database", "migrations")), Check(ask_broker, ("broker",)))
