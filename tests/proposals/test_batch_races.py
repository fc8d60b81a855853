"""Batches at the same moment: real threads, real connections, everything stored once."""

import json
from typing import Any

import pytest

from items.models import Item
from proposals.models import BatchResult
from tests.calls import Caller, Json, text_of
from tests.conftest import through_agent
from tests.factories import ProjectFactory, UserFactory
from tests.together import together

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 6


@pytest.fixture
def ada() -> Caller:
    user = UserFactory(name="Ada")
    return through_agent(user, ProjectFactory(owner=user))


def send(caller: Caller, items: list[Json], **place: Any) -> Json:
    sent = {"projectId": caller.project_id, "kind": "task", "batch": {"idempotencyKey": "k", "items": items}, **place}
    body: Json = json.loads(text_of(caller.result("item_store", sent)))
    return body


def _tasks(title: str, count: int = 4) -> list[Json]:
    return [{"kind": "task", "fields": {"title": f"{title} {place}"}} for place in range(count)]


def test_equal_batches_store_once(ada: Caller) -> None:
    items = [*_tasks("T"), {"kind": "page", "fields": {"title": "P"}}]
    results = together(*(lambda: send(ada, items) for _ in range(THREADS)))
    assert all("kinds" in result for result in results), results
    for kind in ("task", "page"):
        assert len({json.dumps(result["kinds"][kind]["all"]) for result in results}) == 1
        replayed = sorted(result["kinds"][kind].get("replayed", False) for result in results)
        assert replayed == [False] + [True] * (THREADS - 1)
    assert Item.objects.count() == 5
    assert BatchResult.objects.count() == 2


def test_of_different_batches_under_one_key_one_is_stored(ada: Caller) -> None:
    results = together(*(lambda place=place: send(ada, _tasks(f"Batch {place}")) for place in range(THREADS)))
    stored = [result for result in results if "kinds" in result]
    refused = [result["error"] for result in results if "kinds" not in result]
    assert len(stored) == 1
    assert refused == ["idempotency"] * (THREADS - 1)
    assert Item.objects.count() == 4


def test_different_kinds_under_one_key_are_all_stored(ada: Caller) -> None:
    pages = [{"kind": "page", "fields": {"title": "P"}}]
    results = together(lambda: send(ada, _tasks("T")), lambda: send(ada, pages), lambda: send(ada, _tasks("T")))
    assert all("kinds" in result for result in results)
    assert Item.objects.count() == 5


def test_personal_batches_store_once(ada: Caller) -> None:
    items = [{"kind": "memory", "fields": {"title": "M", "summary": "S"}}]
    results = together(*(lambda: send(ada, items, projectId=None) for _ in range(THREADS)))
    assert len({result["kinds"]["memory"]["all"][0] for result in results}) == 1
    assert Item.objects.count() == 1


def test_batches_and_moves_dont_wait_for_each_other(ada: Caller) -> None:
    first, second = ada.task(), ada.task()

    def under(parent: int) -> list[Json]:
        return [{"kind": "task", "fields": {"title": "T", "parent": parent}} for _ in range(10)]

    def batch(key: str, parent: int) -> Json:
        sent = {"idempotencyKey": key, "items": under(parent)}
        return ada.call("item_store", kind="task", batch=sent)

    results = together(
        lambda: batch("a", first),
        lambda: batch("b", second),
        lambda: ada.change("task", first, parent=second),
        lambda: ada.change("task", second, 1, title="Renamed"),
        lambda: batch("c", first),
    )
    assert not [result for result in results if isinstance(result, BaseException)], results
    assert Item.objects.count() == 32
