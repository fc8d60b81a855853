"""Watching a call of a tool, whichever surface it came by: counted, timed, and in the log."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from conderis.core import logs, metrics
from conderis.core.actor import Actor

OK = "ok"
FAILED = "failed"


class Call:
    """A call that is under way. ``outcome`` is for its carrier to set; an exception makes ``failed`` of ok."""

    def __init__(self) -> None:
        self.outcome = OK
        self.queries = 0

    def count(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """Django's hook around each query."""
        self.queries += 1
        return execute(sql, params, many, context)


@contextmanager
def observed(tool: str, actor: Actor) -> Iterator[Call]:
    """Count and time the block as a call of the tool; log it, on the line of its HTTP request or one of its own."""
    call = Call()
    began = time.perf_counter()
    try:
        with connection.execute_wrapper(call.count):
            yield call
    except BaseException:
        if call.outcome == OK:
            call.outcome = FAILED
        raise
    finally:
        seconds = time.perf_counter() - began
        metrics.CALLS.labels(tool, call.outcome).inc()
        metrics.CALL_SECONDS.labels(tool).observe(seconds)
        metrics.CALL_QUERIES.labels(tool).inc(call.queries)
        facts: logs.Facts = {"tool": tool, "outcome": call.outcome, "queries": call.queries, "agent": actor.agent_id}
        if not logs.note(**facts):
            logs.line("call", ms=round(seconds * 1000, 1), **facts)
