"""/metrics, for Prometheus."""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from conderis.core import metrics_files
from conderis.core.metrics import POOL
from conderis.core.valkey import client

_PATIENCE = 0.5  # seconds for the broker's answer
_QUEUE = "celery"  # the list that Celery's Redis transport keeps for its default queue
_TAKEN = "unacked"  # and the hash of what workers have taken and not done yet
_PROXIED = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST",
            "HTTP_X_REAL_IP")  # fmt: skip


_noted: dict[str, int] = {}


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that was counted since the start, in all processes; a broker that doesn't answer has no numbers.

    For a caller on this machine, or with CONDERIS_METRICS_TOKEN as bearer token; for others it isn't there.
    """
    if not (_is_local(request) or _has_token(request)):
        raise Http404
    note_pool()
    return HttpResponse(_latest(), content_type=CONTENT_TYPE_LATEST)


def note_pool(**_: Any) -> None:
    """Note how this process's pool of connections stands; called when a request has given its connection back."""
    pool = getattr(connection, "pool", None)
    if pool is None or pool.closed:  # none, or nobody has needed it yet
        return
    stats = pool.get_stats()
    size, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
    states = {
        "max": stats.get("pool_max", 0),
        "open": size,
        "in use": size - idle,
        "waiting": stats.get("requests_waiting", 0),
    }
    for state, connections in states.items():
        if _noted.get(state) != connections:  # after most requests all is as it was
            _noted[state] = connections
            POOL.labels(state).set(connections)


def _is_local(request: HttpRequest) -> bool:
    """Asked for from this machine itself: not through a proxy on it, which would speak for the whole world."""
    if any(name in request.META for name in _PROXIED):
        return False
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or _is_loopback(host))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _has_token(request: HttpRequest) -> bool:
    scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    expected = settings.METRICS_TOKEN
    return bool(expected) and scheme.lower() == "bearer" and constant_time_compare(token.strip(), expected)


def _latest() -> bytes:
    folder = metrics_files.used()
    live = CollectorRegistry()
    if folder is not None:
        MultiProcessCollector(live, path=folder)  # type: ignore[no-untyped-call]
    live.register(_AtThisMoment())
    return generate_latest(live) if folder is not None else generate_latest(REGISTRY) + generate_latest(live)


class _AtThisMoment(Collector):
    """What is asked for when the metrics are."""

    def collect(self) -> Iterator[Metric]:
        build = GaugeMetricFamily("conderis_build", "The version that runs.", labels=["version"])
        build.add_metric([settings.VERSION], 1)
        yield build
        queue = GaugeMetricFamily("conderis_queue_tasks", "Tasks of the worker, waiting and taken.", labels=["state"])
        try:
            with client(_PATIENCE) as broker, broker.pipeline(transaction=False) as asked:
                waiting, taken = asked.llen(_QUEUE).hlen(_TAKEN).execute()
        except (redis.RedisError, OSError):
            return
        queue.add_metric(["waiting"], waiting)
        queue.add_metric(["taken"], taken)
        yield queue
