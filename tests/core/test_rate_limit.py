"""A key may make so many calls a minute; a Valkey that is lost or hangs stops none of them."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client

from conderis.accounts.keys import new_key
from conderis.core import rate_limit
from conderis.core.actor import Actor
from conderis.core.errors import RateLimited
from conderis.core.ids import new_id
from conderis.core.rate_limit import PATIENCE, Breaker, count, count_call, forget
from conderis.mcp import toolset
from tests.calls import text_of
from tests.conftest import Actors
from tests.factories import AgentFactory, acting_through
from tests.mcp.toys import tool_call


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test with connections and a breaker of its own."""
    monkeypatch.setattr(rate_limit, "breaker", Breaker())
    rate_limit._connected.cache_clear()
    rate_limit._counter.cache_clear()
    yield
    rate_limit._connected.cache_clear()
    rate_limit._counter.cache_clear()


def agent() -> Actor:
    return Actor(new_id(), new_id())


def passed(actor: Actor, calls: int) -> int:
    """How many of so many calls are let through."""
    through = 0
    for _ in range(calls):
        with contextlib.suppress(RateLimited):
            count_call(actor)
            through += 1
    return through


@contextlib.contextmanager
def listening() -> Iterator[str]:
    """The address of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield f"redis://127.0.0.1:{silent.getsockname()[1]}/0"


def test_the_call_over_the_limit_is_refused(settings: Any) -> None:
    settings.RATE_LIMIT = 3
    actor = agent()
    assert passed(actor, 3) == 3
    with pytest.raises(RateLimited) as caught:
        count_call(actor)
    assert (caught.value.code, caught.value.status) == ("rate_limited", 429)
    assert 1 <= caught.value.data["retryAfter"] <= 60
    assert "3 calls a minute" in caught.value.message


def test_each_key_has_its_own_count(settings: Any) -> None:
    settings.RATE_LIMIT = 2
    owner = new_id()
    assert [passed(Actor(owner, new_id()), 5) for _ in range(3)] == [2, 2, 2]


def test_zero_switches_it_off(settings: Any) -> None:
    settings.RATE_LIMIT = 0
    assert passed(agent(), 50) == 50


def test_a_person_in_the_browser_has_no_limit(settings: Any) -> None:
    settings.RATE_LIMIT = 2
    assert passed(Actor(new_id()), 10) == 10


def test_it_starts_anew_after_a_minute(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMIT = 2
    monkeypatch.setattr(rate_limit, "WINDOW", 1)
    actor = agent()
    assert passed(actor, 5) == 2
    time.sleep(1.05)
    assert passed(actor, 5) == 2


def test_a_count_has_its_own_window_and_can_be_forgotten() -> None:
    key = new_id()
    assert [count(key, 2, window=600) == 0 for _ in range(3)] == [True, True, False]
    assert 590 < count(key, 2, window=600) <= 600
    forget(key)
    assert count(key, 2, window=600) == 0
    assert count(key, 0) == 0


def test_calls_at_the_same_moment_are_all_counted(settings: Any) -> None:
    settings.RATE_LIMIT = 40
    actor = agent()
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda _: passed(actor, 20), range(8))) == 40


@pytest.mark.django_db
def test_a_tool_answers_with_the_contracts_object(settings: Any, client: Client) -> None:
    settings.RATE_LIMIT = 1
    key = new_key()
    AgentFactory(key=key)

    def call() -> Any:
        body = tool_call("project_get", {})
        return client.post("/mcp", body, content_type="application/json", headers={"Authorization": f"Bearer {key}"})

    assert "isError" not in call().json()["result"]
    answer = call()
    assert answer.status_code == 200
    assert answer.json()["result"]["isError"] is True
    assert '"error":"rate_limited"' in text_of(answer.json()["result"])
    assert '"retryAfter":' in text_of(answer.json()["result"])


def test_every_tool_is_counted_before_anything_is_looked_at(settings: Any, actors: Actors) -> None:
    settings.RATE_LIMIT = 1
    caller = acting_through(AgentFactory())
    toolset.call(caller, "project_get", {})
    for tool in toolset.advertised():
        assert '"error":"rate_limited"' in text_of(toolset.call(caller, tool["name"], {"projectId": "nope"}))


def test_a_lost_valkey_stops_no_call(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.RATE_LIMIT = 1
    with listening() as gone:
        settings.REDIS_URL = gone
    began = time.monotonic()
    assert passed(agent(), 1000) == 1000
    assert time.monotonic() - began < 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_hanging_valkey_costs_a_moment_once(settings: Any) -> None:
    settings.RATE_LIMIT = 1
    with listening() as settings.REDIS_URL:
        began = time.monotonic()
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(lambda _: passed(agent(), 100), range(8))) == [100] * 8
        assert time.monotonic() - began < PATIENCE + 1


def test_one_thread_tries_again_and_the_count_goes_on(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "REST", 0.1)
    settings.RATE_LIMIT = 2
    actor = agent()
    with listening() as settings.REDIS_URL:
        assert passed(actor, 5) == 5
    settings.REDIS_URL = configured.CELERY_BROKER_URL
    rate_limit._connected.cache_clear()
    rate_limit._counter.cache_clear()
    assert passed(actor, 5) == 5
    time.sleep(0.12)
    assert passed(actor, 5) == 2


def test_only_one_of_many_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "REST", 0.05)
    broken = Breaker()
    broken.failed()
    assert not broken.may_ask()
    time.sleep(0.06)
    barrier = threading.Barrier(8)

    def ask(_: int) -> bool:
        barrier.wait()
        return broken.may_ask()

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(ask, range(8))) == 1
    broken.answered()
    assert broken.may_ask()
