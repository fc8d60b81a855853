"""How often something may be done: counted in Valkey, so that any number of processes count together.

A count begins with the first time and ends a minute (``WINDOW``) later. One round trip, atomic. Not `limits`:
its fixed window needs a second question for the seconds that are left, and a breaker around it all the same.
"""

import functools
import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import redis
from django.conf import settings

from conderis.core.actor import Actor
from conderis.core.errors import RateLimited
from conderis.core.valkey import client

WINDOW = 60  # seconds
PATIENCE = 0.2  # seconds for Valkey's answer; without one the call goes on uncounted
REST = 5.0  # seconds after that in which nobody asks

_COUNT = """
local calls = redis.call('INCR', KEYS[1])
if calls == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {calls, redis.call('PTTL', KEYS[1])}
"""
logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Breaker:
    """Lets a store that doesn't answer be, and then has one thread try it again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._broken = False
        self._rests_until = 0.0

    def may_ask(self) -> bool:
        if not self._broken:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._rests_until:
                return False
            self._rests_until = now + REST  # who comes meanwhile goes on without
            return True

    def answered(self) -> None:
        self._broken = False

    def failed(self) -> None:
        with self._lock:
            first, self._broken = not self._broken, True
            self._rests_until = time.monotonic() + REST
        if first:
            logger.warning("Valkey doesn't answer; calls and attempts to sign in aren't counted until it does.")


breaker = Breaker()


def count_call(actor: Actor) -> None:
    """Count a call of the actor's key. Raises RateLimited when it's over CONDERIS_RATE_LIMIT; a person has no limit."""
    limit = settings.RATE_LIMIT
    if actor.agent_id is None:
        return
    seconds = count(f"calls:{actor.agent_id}", limit)
    if seconds:
        raise RateLimited(
            f"This key may make {limit:,} calls a minute. Wait {seconds} seconds, then go on; send several items as "
            "one batch.",
            retry_after=seconds,
        )


def count(key: str, limit: int, window: int | None = None) -> int:
    """Count one more time under ``key``: 0 within ``limit`` times a window, else the seconds until it starts anew.

    ``window`` is in seconds, a minute by default. A limit of 0 is none. A Valkey that is lost or hangs counts nothing,
    so that it stops nobody, and costs at most ``PATIENCE`` now and then.
    """
    if not limit:
        return 0
    answer = _ask(lambda: _counter()(keys=[f"conderis:{key}"], args=[(window or WINDOW) * 1000]))
    if answer is None:
        return 0
    times, left = answer
    return max(1, -(-left // 1000)) if times > limit else 0


def forget(key: str) -> None:
    """Start the count of ``key`` anew."""
    _ask(lambda: _connected().delete(f"conderis:{key}"))


def _ask(question: Callable[[], Answer]) -> Answer | None:
    if not breaker.may_ask():
        return None
    try:
        answer = question()
    except (redis.RedisError, OSError):
        breaker.failed()
        _connected().connection_pool.disconnect(inuse_connections=False)  # after a restart none of them works
        return None
    breaker.answered()
    return answer


@functools.cache
def _connected() -> redis.Redis:
    return client(PATIENCE)


@functools.cache
def _counter() -> Callable[..., list[int]]:
    script: Callable[..., list[int]] = _connected().register_script(_COUNT)
    return script
