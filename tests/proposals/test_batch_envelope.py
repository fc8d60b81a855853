"""A fault of the envelope refuses the call: size, count, shape, an extra key, no idempotencyKey, no items."""

import json
from typing import Any

import pytest

from items.models import Item
from tests.calls import Caller, Json

T = {"kind": "task", "fields": {"title": "T"}}


def send(caller: Caller, batch: Any, kind: str = "task") -> Json:
    return caller.call("item_store", kind=kind, batch=batch)


def of(*items: Any, **more: Any) -> Json:
    return {"idempotencyKey": "k", "items": list(items), **more}


FAULTS: list[tuple[str, str, Json]] = [
    ("missing", "idempotencyKey", {"items": [T]}),
    ("missing", "idempotencyKey", {"items": [T], "idempotencyKey": None}),
    ("missing", "idempotencyKey", {"items": [T], "idempotencyKey": ""}),
    ("missing", "idempotencyKey", {"items": [T], "idempotencyKey": "  "}),
    ("missing", "idempotencyKey", {}),
    ("invalid", "idempotencyKey", {"items": [T], "idempotencyKey": 7}),
    ("invalid", "idempotencyKey", {"items": [T], "idempotencyKey": ["k"]}),
    ("invalid", "idempotencyKey", {"items": [T], "idempotencyKey": "k" * 201}),
    ("invalid", "idempotencyKey", {"items": [T], "idempotencyKey": "a\0b"}),
    ("invalid", "idempotencyKey", {"items": [T], "idempotencyKey": "\ud800"}),
    ("invalid", "source", of(T, source=7)),
    ("invalid", "source", of(T, source={"name": "trello"})),
    ("invalid", "source", of(T, source="\0")),
    ("missing", "items", {"idempotencyKey": "k"}),
    ("missing", "items", {"idempotencyKey": "k", "items": None}),
    ("missing", "items", of()),
    ("invalid", "items", {"idempotencyKey": "k", "items": "T"}),
    ("invalid", "items", {"idempotencyKey": "k", "items": {"0": T}}),
    ("invalid", "items", {"idempotencyKey": "k", "items": 7}),
    ("invalid", "items", of("T")),
    ("invalid", "items", of(None)),
    ("invalid", "items", of([T])),
    ("missing", "kind", of({"fields": {"title": "T"}})),
    ("missing", "kind", of({"kind": None, "fields": {"title": "T"}})),
    ("missing", "fields", of({"kind": "task"})),
    ("missing", "fields", of({"kind": "task", "fields": None})),
    ("invalid", "fields", of({"kind": "task", "fields": "T"})),
    ("invalid", "fields", of({"kind": "task", "fields": [{"title": "T"}]})),
    ("invalid", "key", of({**T, "key": ""})),
    ("invalid", "key", of({**T, "key": 7})),
    ("invalid", "key", of({**T, "key": "k" * 201})),
    ("invalid", "key", of({**T, "key": "a\0"})),
    ("invalid", "key", of({**T, "key": "\udfff"})),
    ("invalid", "key", of({**T, "key": "twice"}, {**T, "key": "twice"})),
    ("invalid", "key", of({**T, "key": "twice"}, {"kind": "page", "fields": {"title": "T"}, "key": "twice"})),
]


def test_faults(as_owner: Caller) -> None:
    for code, field, batch in FAULTS:
        error = as_owner.refused(code, "item_store", kind="task", batch=batch)
        assert error["field"] == field
        assert field in error["message"] or "item" in error
    assert not Item.objects.exists()


@pytest.mark.parametrize("place", [0, 1, 4])
def test_a_fault_of_an_item_names_its_place(as_owner: Caller, place: int) -> None:
    for fault in ({"kind": "task"}, {**T, "number": 4}, {**T, "kind": "note"}, "T", {**T, "key": ""}):
        items: list[Any] = [T] * 5
        items[place] = fault
        result = as_owner.result("item_store", {"projectId": as_owner.project_id, "kind": "task", "batch": of(*items)})
        error = json.loads(result["content"][0]["text"])
        assert result["isError"] is True
        assert error["item"] == place, error
    assert not Item.objects.exists()


def test_an_extra_key_of_the_envelope(as_owner: Caller) -> None:
    values: list[Any] = ["version", "kind", "projectId", "dryRun", "Items", ""]
    for extra in values:
        error = as_owner.refused("unknown_field", "item_store", kind="task", batch=of(T, **{extra: None}))
        assert error["allowed"] == ["idempotencyKey", "source", "items"]
        assert not Item.objects.exists()


def test_an_item_holds_key_kind_and_fields_alone(as_owner: Caller) -> None:
    values: list[Any] = ["number", "version", "reason", "parent", "title", "ref"]
    for extra in values:
        error = as_owner.refused("unknown_field", "item_store", kind="task", batch=of({**T, extra: None}))
        assert error["allowed"] == ["key", "kind", "fields"]
        assert not Item.objects.exists()


def test_an_unknown_kind_of_an_item(as_owner: Caller) -> None:
    values: list[Any] = ["note", "Task", "proposal", "instructions", "", 7, ["task"], {"kind": "task"}]
    for kind in values:
        error = as_owner.refused("unknown_kind", "item_store", kind="task", batch=of(T, {**T, "kind": kind}))
        assert error["allowed"] == ["memory", "page", "task"]
        assert not Item.objects.exists()


def test_kind_must_be_given_and_only_v1_uses_it(as_owner: Caller) -> None:
    assert as_owner.refused("missing", "item_store", batch=of(T))["field"] == "kind"
    as_owner.refused("unknown_kind", "item_store", kind="note", batch=of(T))
    assert list(send(as_owner, of(T), kind="page")["kinds"]) == ["task"]


def test_at_most_a_hundred_items(as_owner: Caller) -> None:
    error = as_owner.refused("too_large", "item_store", kind="task", batch=of(*[T] * 101))
    assert "100" in error["limit"]
    assert "101" in error["message"]
    assert not Item.objects.exists()
    assert send(as_owner, of(*[T] * 100))["kinds"]["task"]["all"] == list(range(1, 101))


def _sized(size: int, character: str) -> Json:
    """A batch of exactly ``size`` bytes as compact JSON in UTF-8."""
    fields = {"title": "T", "summary": "S", "content": ""}
    count = 13
    items = [{"kind": "task", "fields": dict(fields)} for _ in range(count)]
    batch: Json = of(*items)
    left = size - len(json.dumps(batch, separators=(",", ":")).encode())
    width = len(character.encode())
    for item in items:
        take = min(left // width, 99_990)
        item["fields"]["content"] = character * take  # type: ignore[index]
        left -= take * width
    batch["items"][0]["fields"]["content"] += "a" * left
    assert len(json.dumps(batch, ensure_ascii=False, separators=(",", ":")).encode()) == size
    return batch


@pytest.mark.parametrize("character", ["c", "é", "🦉"])
def test_at_most_a_million_bytes(as_owner: Caller, character: str) -> None:
    error = as_owner.refused("too_large", "item_store", kind="task", batch=_sized(1_000_001, character))
    assert "1000000" in error["limit"]
    assert not Item.objects.exists()
    assert len(send(as_owner, _sized(1_000_000, character))["kinds"]["task"]["all"]) == 13


def test_a_string_is_measured_by_what_it_holds(as_owner: Caller) -> None:
    """Escapes and white space are the sender's own affair."""
    batch = json.dumps(_sized(1_000_000, "🦉"), indent=1)
    assert len(batch) > 1_000_000
    assert send(as_owner, batch)["kinds"]["task"]["outcome"] == "stored"


@pytest.mark.parametrize(("name", "value"), [("fields", {"title": "T"}), ("number", 1), ("version", 1), ("version", 0)])
def test_a_batch_stands_alone(as_owner: Caller, name: str, value: Any) -> None:
    number = as_owner.task()
    error = as_owner.refused("invalid", "item_store", kind="task", batch=of(T), **{name: value})
    assert error["field"] == name
    assert as_owner.numbers("task") == [number]


def test_what_is_no_object(as_owner: Caller) -> None:
    values: list[Any] = [[T], "[]", 7, True, "batch", [], "", '{"idempotencyKey": "k", "items": [']
    for batch in values:
        error = as_owner.refused("invalid", "item_store", kind="task", batch=batch)
        assert error["field"] == "batch"


def test_a_deeply_nested_batch(as_owner: Caller) -> None:
    for depth in (90, 900, 5_000):
        nested = "[" * depth + "]" * depth
        batch = f'{{"idempotencyKey": "k{depth}", "items": [{{"kind": "task", "fields": {{"title": {nested}}}}}]}}'
        result = as_owner.result("item_store", {"projectId": as_owner.project_id, "kind": "task", "batch": batch})
        body = json.loads(result["content"][0]["text"])
        error = body if result.get("isError") else body["kinds"]["task"]["error"]
        assert error["error"] == "invalid"


def test_reason_is_every_items(as_owner: Caller) -> None:
    as_owner.call("item_store", kind="task", batch=of(T, T), reason="moved from the old board")
    for number in (1, 2):
        assert as_owner.get(number, history=True)["versions"][0]["reason"] == "moved from the old board"
    assert as_owner.refused("invalid", "item_store", kind="task", batch=of(T), reason=7)["field"] == "reason"
