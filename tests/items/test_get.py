"""item_get: the shape of the answer, long content in parts, children."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from tests.calls import Caller

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


@time_machine.travel(NOON, tick=False)
def test_the_whole_answer(as_owner: Caller) -> None:
    parent = as_owner.task("Checkout")
    number = as_owner.task("Card form", content="Details", parent=parent)
    child = as_owner.task("Card number", parent=number, tags=["form"])
    by = {
        "ref": f"user:{as_owner.actor.user_id}",
        "name": "Ada",
        "via": {"ref": as_owner.ref, "name": "claude-code"},
    }
    assert as_owner.get(number) == {
        "kind": "task",
        "number": number,
        "projectId": as_owner.project_id,
        "version": 1,
        "state": "active",
        "fields": {
            "title": "Card form", "content": "Details", "summary": None, "tags": [], "status": "open",
            "priority": "normal", "assignee": None, "blockedReason": None,
        },
        "text": {"offset": 0, "take": 8000, "length": 7, "nextOffset": None},
        "parent": {"number": parent, "title": "Checkout"},
        "children": [
            {
                "number": child, "title": "Card number", "summary": None, "status": "open", "priority": "normal",
                "assignee": None, "blockedReason": None, "tags": ["form"],
                "parent": {"number": number, "title": "Card form"}, "version": 1,
            }
        ],
        "childrenTotal": 1,
        "relations": [],
        "relationsTotal": 0,
        "createdBy": by,
        "createdAt": "2030-06-01T12:00:00.000Z",
        "updatedBy": by,
        "updatedAt": "2030-06-01T12:00:00.000Z",
        "reviewedBy": None,
    }  # fmt: skip


def test_a_number_as_text(as_owner: Caller) -> None:
    values: list[Any] = ["{n}", "#{n}", " {n} "]
    for form in values:
        number = as_owner.task()
        assert as_owner.call("item_get", number=form.format(n=number))["number"] == number


def test_a_number_as_float(as_owner: Caller) -> None:
    assert as_owner.get(as_owner.task() * 1.0)["number"] == 1  # type: ignore[arg-type]


def test_what_is_no_number(as_owner: Caller) -> None:
    values: list[Any] = [0, -1, 1.5, True, False, "one", "", "##1", "1 2", "\uff11", [1], {"number": 1}]
    for number in values:
        as_owner.task()
        assert as_owner.refused("invalid", "item_get", number=number)["field"] == "number"


def test_a_number_that_isnt_there(as_owner: Caller) -> None:
    assert as_owner.task() == 1
    for number in (2, 10**9, 2**63, 10**40):
        as_owner.refused("not_found", "item_get", number=number)


def test_what_is_no_reference(as_owner: Caller) -> None:
    values: list[Any] = ["task:1", "page", "#1", "instructions:1", "", "memory", 7, True, ["instructions"]]
    for ref in values:
        assert as_owner.refused("invalid", "item_get", ref=ref)["field"] == "ref"


def test_a_reference_that_isnt_there(as_owner: Caller) -> None:
    values: list[Any] = ["memory:1", "memory:", "memory:x", "memory:" + "9" * 40, "memory:-1", "proposal:1"]
    for ref in values:
        as_owner.refused("not_found", "item_get", ref=ref)


TEXT = "Zoë 🦉 日本語\r\n\tab"


def test_parts_join_to_the_text(as_owner: Caller) -> None:
    text = TEXT * 400
    number = as_owner.page(content=text)
    parts, offset = [], 0
    while offset is not None:
        got = as_owner.get(number, offset=offset, take=997)
        assert len(got["fields"]["content"]) <= 997
        assert got["text"]["length"] == len(text)
        parts.append(got["fields"]["content"])
        offset = got["text"]["nextOffset"]
    assert "".join(parts) == text
    assert len(parts) == -(-len(text) // 997)


@pytest.mark.parametrize(
    ("sent", "content", "text"),
    [
        ({}, "a" * 8000, {"offset": 0, "take": 8000, "length": 50_000, "nextOffset": 8000}),
        ({"take": 40_000}, "a" * 40_000, {"offset": 0, "take": 40_000, "length": 50_000, "nextOffset": 40_000}),
        ({"offset": 49_999}, "a", {"offset": 49_999, "take": 8000, "length": 50_000, "nextOffset": None}),
        ({"offset": 42_000}, "a" * 8000, {"offset": 42_000, "take": 8000, "length": 50_000, "nextOffset": None}),
        ({"offset": 50_000}, "", {"offset": 50_000, "take": 8000, "length": 50_000, "nextOffset": None}),
        ({"offset": "7", "take": "#1"}, "a", {"offset": 7, "take": 1, "length": 50_000, "nextOffset": 8}),
    ],
)
def test_offset_and_take(as_owner: Caller, sent: dict[str, Any], content: str, text: dict[str, Any]) -> None:
    number = as_owner.page(content="a" * 50_000)
    got = as_owner.get(number, **sent)
    assert got["fields"]["content"] == content
    assert got["text"] == text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("take", 0), ("take", 40_001), ("take", -1), ("take", "many"), ("take", True), ("take", 1.5), ("take", [1]),
        ("offset", -1), ("offset", 4), ("offset", 10**40), ("offset", "start"), ("offset", False),
        ("history", "maybe"), ("history", 1), ("history", []),
        ("version", -1), ("version", "new"), ("version", True), ("version", 2**31),
    ],
)  # fmt: skip
def test_out_of_range_is_refused_never_clamped(as_owner: Caller, field: str, value: Any) -> None:
    number = as_owner.page(content="abc")
    assert as_owner.refused("invalid", "item_get", number=number, **{field: value})["field"] == field


def test_an_empty_content_has_its_text_too(as_owner: Caller) -> None:
    assert as_owner.get(as_owner.page())["text"] == {"offset": 0, "take": 8000, "length": 0, "nextOffset": None}


def test_at_most_fifty_children_and_their_total(as_owner: Caller) -> None:
    parent = as_owner.task("Parent")
    items = [{"kind": "task", "fields": {"title": f"Child {place}", "parent": parent}} for place in range(53)]
    as_owner.call("item_store", kind="task", batch={"idempotencyKey": "children", "items": items})
    got = as_owner.get(parent)
    assert (len(got["children"]), got["childrenTotal"]) == (50, 53)
    assert len({child["number"] for child in got["children"]}) == 50
    assert all("content" not in child for child in got["children"])


def test_closed_children_are_children_archived_ones_arent(as_owner: Caller) -> None:
    epic, page = as_owner.task("Epic"), as_owner.page("Book")
    done = as_owner.task("Done", parent=epic, status="done")
    first, second = as_owner.page("One", parent=page), as_owner.page("Two", parent=page)
    as_owner.act(first, "archive", 1)
    assert [child["number"] for child in as_owner.get(epic)["children"]] == [done]
    assert [child["number"] for child in as_owner.get(page)["children"]] == [second]
    assert as_owner.get(page)["childrenTotal"] == 1


@pytest.mark.parametrize(
    ("expires", "state"), [("2030-06-01T12:00:00Z", "expired"), ("2030-06-01T12:00:01Z", "active")]
)
@time_machine.travel(NOON, tick=False)
def test_an_expired_memory_says_so(as_owner: Caller, expires: str, state: str) -> None:
    assert as_owner.get(as_owner.memory(expiresAt=expires))["state"] == state


@time_machine.travel(NOON, tick=False)
def test_archived_is_said_before_expired(as_owner: Caller) -> None:
    number = as_owner.memory(expiresAt="2020-01-01")
    as_owner.act(number, "archive", 1)
    assert as_owner.get(number)["state"] == "archived"
