"""Connections to the broker for what isn't Celery's: short questions that mustn't hold anything up."""

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry


def client(seconds: float) -> redis.Redis:
    """A client with a pool of connections, which any thread may use. It waits ``seconds`` at most, and never twice.

    What it asks raises redis.RedisError or OSError.
    """
    connected: redis.Redis = redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=seconds, socket_timeout=seconds, retry=Retry(NoBackoff(), 0)
    )
    return connected
