"""The published form of a batch says what the server does, and the published example can be sent."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from annotated_types import Ge, Le
from django.conf import settings

from items.kinds import KINDS, Kind
from items.kinds.fields import TAG_LENGTH, TAGS_MAX
from proposals.services.envelope import BYTES_MAX, ITEMS_MAX, KEY_MAX
from proposals.services.places import POSITION_MAX
from tests.calls import Caller
from tests.examples.forms import SCHEMA, faults

Json = dict[str, Any]
EXAMPLE: Json = json.loads((settings.BASE_DIR / "examples/conderis-batch-v2.json").read_text())
BATCHED = [kind for kind in KINDS.values() if kind.batched]
BOUNDS = ("minLength", "maxLength", "minimum", "maximum")


def stored(caller: Caller, batch: Json) -> bool:
    """Whether the server stores all of the batch."""
    result = caller.result("item_store", {"projectId": caller.project_id, "kind": "task", "batch": batch})
    kinds = json.loads(result["content"][0]["text"]).get("kinds", {})
    return bool(kinds) and all(kind["outcome"] == "stored" for kind in kinds.values())


# -- the example ---------------------------------------------------------------------------------------------


def test_the_example_is_of_the_published_form() -> None:
    assert faults(EXAMPLE) == []


def test_the_schema_names_itself_without_a_host() -> None:
    assert SCHEMA["$id"] == "urn:conderis:batch:v2"


def test_the_example_holds_each_kind_with_keys_and_parents() -> None:
    assert {item["kind"] for item in EXAMPLE["items"]} == {kind.name for kind in BATCHED}
    for kind in BATCHED:
        items = [item for item in EXAMPLE["items"] if item["kind"] == kind.name]
        assert any("key" in item for item in items)
        assert any("parent" in item["fields"] for item in items)


def test_the_example_can_be_sent_as_it_stands(as_owner: Caller) -> None:
    answer = as_owner.call("item_store", kind=EXAMPLE["items"][0]["kind"], batch=EXAMPLE)
    assert {kind: result["outcome"] for kind, result in answer["kinds"].items()} == {
        "task": "stored", "memory": "stored", "page": "stored",
    }  # fmt: skip
    tasks = answer["kinds"]["task"]
    assert as_owner.get(tasks["numbers"]["card-form"])["parent"]["number"] == tasks["numbers"]["checkout"]


# -- schema and models can't drift ---------------------------------------------------------------------------


def resolved(schema: Json, root: Json) -> Json:
    """The schema without its references, and alternatives with null as the alternative alone."""
    if "$ref" in schema:
        target = root
        for name in schema["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        schema = {**resolved(target, root), **{name: value for name, value in schema.items() if name != "$ref"}}
    options = [option for option in schema.get("anyOf", []) if option not in ({"type": "null"}, {"enum": ["", None]})]
    return {**schema, **resolved(options[0], root)} if options else schema


def limits(schema: Json, root: Json) -> Json:
    """What the schema says of a value beside its type: bounds, and the words that it may be."""
    plain = resolved(schema, root)
    found = {name: plain[name] for name in BOUNDS if name in plain}
    words = [word for word in plain.get("enum", []) if word is not None]
    return {**found, "enum": sorted(words)} if words else found


def model_limits(kind: Kind, name: str) -> Json:
    """The same of a field of the kind's model, whose bounds of a number don't reach its own JSON schema."""
    model = kind.state.model_json_schema()
    numbers = {
        "minimum" if isinstance(bound, Ge) else "maximum": bound.ge if isinstance(bound, Ge) else bound.le
        for bound in kind.state.model_fields[name].metadata
        if isinstance(bound, Ge | Le)
    }
    return {**limits(model["properties"][name], model), **numbers}


def of_kind(kind: Kind) -> Json:
    form: Json = SCHEMA["$defs"][kind.name]
    return form


def test_the_kinds_are_those_that_come_in_batches() -> None:
    assert SCHEMA["$defs"]["item"]["properties"]["kind"]["enum"] == [kind.name for kind in BATCHED]


@pytest.mark.parametrize("kind", BATCHED, ids=lambda kind: kind.name)
def test_each_kind_has_the_models_fields(kind: Kind) -> None:
    form = of_kind(kind)
    assert sorted(form["properties"]) == sorted(kind.fields)
    assert form["required"] == list(kind.required)
    assert form["additionalProperties"] is False


@pytest.mark.parametrize("kind", BATCHED, ids=lambda kind: kind.name)
def test_each_field_has_the_models_bounds_and_words(kind: Kind) -> None:
    for name in set(kind.fields) - set(kind.places):
        expected = model_limits(kind, name)
        if (kind.name, name) == ("task", "status"):
            expected["enum"].remove("blocked")  # which an action alone sets
        assert limits(of_kind(kind)["properties"][name], SCHEMA) == expected, name


def test_what_the_models_check_in_code() -> None:
    tags = SCHEMA["$defs"]["tags"]
    assert (tags["maxItems"], tags["items"]["maxLength"]) == (TAGS_MAX, TAG_LENGTH)
    assert SCHEMA["$defs"]["page"]["properties"]["position"]["maximum"] == POSITION_MAX
    assert SCHEMA["properties"]["items"]["maxItems"] == ITEMS_MAX
    assert {SCHEMA["$defs"]["key"]["maxLength"], SCHEMA["properties"]["source"]["maxLength"]} == {KEY_MAX}
    assert f"{BYTES_MAX:,} bytes" in SCHEMA["description"]


# -- schema and server answer alike --------------------------------------------------------------------------


def task(**fields: Any) -> Json:
    return {"kind": "task", "fields": {"title": "A task", **fields}}


def memory(**fields: Any) -> Json:
    return {"kind": "memory", "fields": {"title": "A memory", "summary": "Why it matters", **fields}}


def page(**fields: Any) -> Json:
    return {"kind": "page", "fields": {"title": "A page", **fields}}


def envelope(*items: Any, **members: Any) -> Json:
    return {"idempotencyKey": "k", "items": list(items) or [task()], **members}


def without(name: str, thing: Json) -> Json:
    return {member: value for member, value in thing.items() if member != name}


TAKEN = {
    "the least": envelope(),
    "a source": envelope(source="a board"),
    "a null source": envelope(source=None),
    "a null key": envelope({**task(), "key": None}),
    "100 items": envelope(*[task()] * 100),
    "keys and parents": envelope({**task(), "key": "a"}, task(parent="a"), {**page(), "key": "b"}, page(parent="b")),
    "longest texts": envelope(task(title="t" * 200, summary="s" * 280, content="c" * 100_000)),
    "longest key": envelope({**task(), "key": "k" * 200}, idempotencyKey="k" * 200, source="s" * 200),
    "characters beyond the BMP": envelope(task(title="🦉" * 200)),
    "content of 280 without a summary": envelope(task(content="c" * 280)),
    "an empty summary": envelope(task(summary=""), page(summary="")),
    "tags in upper case": envelope(task(tags=["Alpha", "b-2"])),
    "null for what may be left out": envelope(
        task(content=None, summary=None, tags=None, status=None, priority=None, assignee=None, parent=None),
        memory(content=None, tags=None, type=None, visibility=None, expiresAt=None, parent=None, weight=None),
        page(content=None, summary=None, tags=None, parent=None, position=None),
    ),
    "a date": envelope(memory(expiresAt="2031-01-31")),
    "a time with its zone": envelope(memory(expiresAt="2031-01-31T12:00:00+02:00")),
}
REFUSED = {
    "no idempotencyKey": without("idempotencyKey", envelope()),
    "a blank idempotencyKey": envelope(idempotencyKey=" "),
    "an idempotencyKey of 201": envelope(idempotencyKey="k" * 201),
    "a number as idempotencyKey": envelope(idempotencyKey=5),
    "NUL in the idempotencyKey": envelope(idempotencyKey="a\0b"),
    "a source of 201": envelope(source="s" * 201),
    "a list as source": envelope(source=["a"]),
    "no items": without("items", envelope()),
    "an empty list of items": {**envelope(), "items": []},
    "101 items": envelope(*[task()] * 101),
    "items that are an object": {**envelope(), "items": task()},
    "an unknown member": envelope(project="x"),
    "an item that is a text": envelope("A task"),
    "an unknown member of an item": envelope({**task(), "number": 4}),
    "an item without a kind": envelope(without("kind", task())),
    "an unknown kind": envelope({**task(), "kind": "note"}),
    "the instructions": envelope({"kind": "instructions", "fields": {"content": "Be kind."}}),
    "an item without fields": envelope({"kind": "task"}),
    "fields that are a list": envelope({"kind": "task", "fields": []}),
    "an empty key": envelope({**task(), "key": ""}),
    "a blank key": envelope({**task(), "key": " "}),
    "a key of 201": envelope({**task(), "key": "k" * 201}),
    "a number as key": envelope({**task(), "key": 7}),
    "no title": envelope({"kind": "task", "fields": {}}),
    "a blank title": envelope(task(title=" ")),
    "a title of 201": envelope(task(title="t" * 201)),
    "NUL in a title": envelope(task(title="a\0b")),
    "a null title": envelope(task(title=None)),
    "a memory without a summary": envelope({"kind": "memory", "fields": {"title": "A memory"}}),
    "a memory with a blank summary": envelope(memory(summary=" ")),
    "a summary of two lines": envelope(memory(summary="two\nlines")),
    "a summary of 281": envelope(memory(summary="s" * 281)),
    "a long task without a summary": envelope(task(content="c" * 281)),
    "a long task with an empty summary": envelope(task(content="c" * 281, summary="")),
    "content of 100,001": envelope(page(content="c" * 100_001)),
    "NUL in a content": envelope(page(content="a\0b")),
    "six tags": envelope(task(tags=["a", "b", "c", "d", "e", "f"])),
    "a tag with a blank": envelope(task(tags=["not ok"])),
    "a tag that begins with a hyphen": envelope(task(tags=["-a"])),
    "a tag of 31": envelope(task(tags=["a" * 31])),
    "tags as a text": envelope(task(tags="a")),
    "another type": envelope(memory(type="idea")),
    "another visibility": envelope(memory(visibility="public")),
    "a blocked task": envelope(task(status="blocked")),
    "another priority": envelope(task(priority="P1")),
    "a weight of 0": envelope(memory(weight=0)),
    "a weight of 6": envelope(memory(weight=6)),
    "half a weight": envelope(memory(weight=2.5)),
    "no date": envelope(memory(expiresAt="tomorrow")),
    "an assignee without its kind": envelope(task(assignee="bob")),
    "a parent of 0": envelope(task(parent=0)),
    "a list as parent": envelope(task(parent=[1])),
    "true as parent": envelope(task(parent=True)),
    "an empty parent": envelope(task(parent="")),
    "a negative position": envelope(page(position=-1)),
    "a field of another kind": envelope(task(weight=3)),
    "an action's field": envelope(task(blockedReason="no")),
}


@pytest.mark.parametrize("batch", TAKEN.values(), ids=TAKEN)
def test_both_take(as_owner: Caller, batch: Json) -> None:
    assert faults(batch) == []
    assert stored(as_owner, batch)


@pytest.mark.parametrize("batch", REFUSED.values(), ids=REFUSED)
def test_both_refuse(as_owner: Caller, batch: Json) -> None:
    assert faults(batch)
    assert not stored(as_owner, batch)


def test_a_number_is_a_parent_that_is_stored(as_owner: Caller) -> None:
    batch = envelope(task(parent=as_owner.task()))
    assert faults(batch) == []
    assert stored(as_owner, batch)


BEYOND: dict[str, Callable[[], Json]] = {
    "the same key twice": lambda: envelope({**task(), "key": "a"}, {**task(), "key": "a"}),
    "a parent that comes later": lambda: envelope(task(parent="a"), {**task(), "key": "a"}),
    "a parent of another kind": lambda: envelope({**page(), "key": "a"}, task(parent="a")),
    "more than 1 MB": lambda: envelope(*[page(content="c" * 100_000)] * 11),
    "a date that isn't in the calendar": lambda: envelope(memory(expiresAt="2031-02-30")),
}


@pytest.mark.parametrize("make", BEYOND.values(), ids=BEYOND)
def test_what_a_schema_cannot_say_the_server_refuses(as_owner: Caller, make: Callable[[], Json]) -> None:
    assert faults(make()) == []
    assert not stored(as_owner, make())
