"""A batch: each kind whole or not at all, keys and parents, what each kind may."""

import json
from typing import Any, ClassVar

import pytest

from items.models import Event, Item, Version
from projects.models import Project
from tests.calls import Caller, Json


def item(kind: str, title: str = "T", key: str | None = None, **fields: Any) -> Json:
    more = {"summary": "S"} if kind == "memory" else {}
    return {**({"key": key} if key else {}), "kind": kind, "fields": {"title": title, **more, **fields}}


def send(caller: Caller, *items: Json, key: str = "k", **more: Any) -> Json:
    kinds: Json = caller.call("item_store", kind="task", batch={"idempotencyKey": key, "items": list(items)}, **more)[
        "kinds"
    ]
    return kinds


def test_keys_and_numbers(as_owner: Caller) -> None:
    kinds = send(as_owner, item("task", "Epic", key="epic"), item("task", "Child", parent="epic"), item("task", "Leaf"))
    assert kinds == {"task": {"outcome": "stored", "numbers": {"epic": 1}, "all": [1, 2, 3]}}
    assert as_owner.get(2)["parent"] == {"number": 1, "title": "Epic"}
    assert as_owner.get(3)["parent"] is None
    assert [as_owner.get(number)["fields"]["title"] for number in (1, 2, 3)] == ["Epic", "Child", "Leaf"]


def test_a_chain_of_parents(as_owner: Caller) -> None:
    for kind in ("task", "page", "memory"):
        line = [item(kind, "T0", key="k0")]
        line += [item(kind, f"T{place}", key=f"k{place}", parent=f"k{place - 1}") for place in range(1, 30)]
        numbers = send(as_owner, *line, key=kind)[kind]["all"]
        parents = [(as_owner.get(number)["parent"] or {}).get("number") for number in numbers]
        assert parents == [None, *numbers[:-1]]


def test_mixed_kinds_in_any_order(as_owner: Caller) -> None:
    kinds = send(
        as_owner,
        item("task", "T1", key="t"),
        item("page", "P1", key="p"),
        item("memory", "M1", key="m"),
        item("page", "P2", parent="p"),
        item("task", "T2", parent="t"),
        item("memory", "M2", parent="m"),
    )
    assert list(kinds) == ["task", "page", "memory"]
    for kind, prefix in (("task", "T"), ("page", "P"), ("memory", "M")):
        assert kinds[kind]["outcome"] == "stored"
        first, second = kinds[kind]["all"]
        assert kinds[kind]["numbers"] == {prefix.lower(): first}
        assert as_owner.get(first)["fields"]["title"] == f"{prefix}1"
        assert as_owner.get(second)["parent"]["number"] == first
    assert sorted(number for kind in kinds.values() for number in kind["all"]) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kind", ["task", "page", "memory"])
def test_an_existing_parent_is_a_number(as_owner: Caller, kind: str) -> None:
    parent = as_owner.store(kind, **item(kind)["fields"])
    kinds = send(as_owner, item(kind, parent=parent), item(kind, parent=float(parent)))
    assert [as_owner.get(number)["parent"]["number"] for number in kinds[kind]["all"]] == [parent, parent]


def test_what_is_no_parent(as_owner: Caller) -> None:
    """A string is a key, of an earlier item of the same kind."""
    as_owner.task()
    wrongs: list[Any] = ["1", "#1", "epic", "later", "page", "", True, 0, 99, [1], {"key": "epic"}, 1.5]
    for place, parent in enumerate(wrongs):
        sent = [item("page", key="page"), item("task"), item("task", parent=parent), item("task", key="later")]
        kinds = send(as_owner, *sent, key=f"k{place}")
        error = kinds["task"]["error"]
        assert (error["error"], error["field"], error["item"]) == ("invalid", "parent", 2)
        assert kinds["page"]["outcome"] == "stored"
    assert as_owner.call("item_list", kind="task")["total"] == 1


def test_its_own_key_is_no_parent(as_owner: Caller) -> None:
    error = send(as_owner, item("task", key="me", parent="me"))["task"]["error"]
    assert (error["error"], error["field"], error["item"]) == ("invalid", "parent", 0)


def test_a_key_that_looks_like_a_number_is_a_key(as_owner: Caller) -> None:
    as_owner.task("Number one")
    kinds = send(as_owner, item("task", "Key one", key="1"), item("task", parent="1"))
    assert as_owner.get(kinds["task"]["all"][1])["parent"]["title"] == "Key one"


FAULTS: list[tuple[Json, str]] = [
    ({"title": ""}, "missing"),
    ({"title": "t" * 201}, "invalid"),
    ({"title": 7}, "invalid"),
    ({"nonsense": 1}, "unknown_field"),
    ({"tags": ["No!"]}, "invalid"),
    ({"parent": 99}, "invalid"),
    ({"parent": "nobody"}, "invalid"),
    ({"content": "a\0"}, "invalid"),
]


@pytest.mark.parametrize("kind", ["task", "page", "memory"])
def test_a_fault_of_the_fields_fails_its_kind_alone(as_owner: Caller, kind: str) -> None:
    other = "page" if kind == "task" else "task"
    for place, (fault, code) in enumerate(FAULTS):
        bad = item(kind, "Bad")
        bad["fields"].update(fault)
        sent = [item(kind, "Good"), item(other), item(other), bad, item(kind, "Never looked at")]
        kinds = send(as_owner, *sent, key=f"k{place}")
        failed = kinds[kind]
        assert failed["outcome"] == "failed"
        assert (failed["error"]["error"], failed["error"]["item"]) == (code, 3)
        assert len(failed["error"]["message"]) > 10
        assert kinds[other]["outcome"] == "stored"
    assert set(Item.objects.values_list("kind", flat=True)) == {other}
    assert Version.objects.count() == Event.objects.count() == 2 * len(FAULTS)


LATE_FAULTS: list[tuple[str, Json]] = [
    ("page", {"position": 9}),
    ("page", {"parent": "PARENT", "position": 9}),
    ("task", {"parent": "MEMORY"}),
    ("page", {"parent": "ARCHIVED"}),
    ("task", {"parent": "LOCKED"}),
    ("task", {"status": "blocked"}),
    ("task", {"assignee": "user:nobodyhere22"}),
    ("task", {"content": "c" * 281}),
    ("task", {"blockedReason": "mine"}),
    ("memory", {"visibility": "public"}),
    ("memory", {"expiresAt": "soon"}),
]


def test_the_error_names_the_item_whatever_the_fault(as_owner: Caller, project: Project) -> None:
    there = {"PARENT": as_owner.page(), "MEMORY": as_owner.memory(), "ARCHIVED": as_owner.page()}
    as_owner.act(there["ARCHIVED"], "archive", 1)
    there["LOCKED"] = as_owner.task()
    project.items.filter(number=there["LOCKED"]).update(sealed=True, state=None)
    before = Item.objects.count()
    for kind, fault in LATE_FAULTS:
        named = {name: there.get(value, value) if isinstance(value, str) else value for name, value in fault.items()}
        failed = send(as_owner, item(kind), item(kind), item(kind, **named), item(kind))[kind]
        assert (failed["outcome"], failed["error"]["item"]) == ("failed", 2)
    assert Item.objects.count() == before


def test_pages_keep_their_order_and_their_positions(as_owner: Caller) -> None:
    first = as_owner.page("First")
    kinds = send(as_owner, item("page", "A", key="a"), item("page", "B"), item("page", "C", position=0),
                 item("page", "A1", parent="a"), item("page", "A2", parent="a"))  # fmt: skip
    a, b, c, a1, a2 = kinds["page"]["all"]
    top = as_owner.call("item_list", kind="page", sort="position")["items"]
    assert [(entry["number"], entry["position"]) for entry in top if entry["parent"] is None] == [
        (c, 0), (first, 1), (a, 2), (b, 3),
    ]  # fmt: skip
    assert [entry["number"] for entry in as_owner.get(a)["children"]] == [a1, a2]


def test_private_memories_of_a_writer_are_stored(as_writer: Caller, as_owner: Caller) -> None:
    kinds = send(as_writer, item("memory", visibility="private"), item("memory", visibility="private"))
    assert kinds["memory"]["outcome"] == "stored"
    assert as_owner.call("item_list", kind="memory")["total"] == 0
    assert as_writer.call("item_list", kind="memory")["total"] == 2


def test_shared_memories_become_proposals_and_private_ones_are_stored(as_writer: Caller, as_owner: Caller) -> None:
    sent = [item("memory", visibility="private"), item("task"), item("memory", key="a"), item("memory", parent="a")]
    kinds = send(as_writer, *sent)
    assert kinds["task"]["outcome"] == "stored"
    assert (kinds["memory"]["outcome"], len(kinds["memory"]["refs"]), len(kinds["memory"]["all"])) == ("proposed", 2, 1)
    assert as_writer.call("item_list", kind="memory")["total"] == 1
    assert send(as_writer, *sent)["memory"] == {**kinds["memory"], "replayed": True}
    assert as_owner.call("item_list", kind="proposal")["total"] == 2
    assert send(as_owner, *sent)["memory"]["outcome"] == "stored"


def test_a_child_waits_for_its_parent_and_stands_under_it(as_writer: Caller, as_owner: Caller) -> None:
    above, below = send(as_writer, item("memory", "Above", key="a"), item("memory", "Below", parent="a"))["memory"][
        "refs"
    ]
    refused = as_owner.refused("conflict", "item_action", ref=below, action="approve")
    assert refused["waitsFor"] == above
    parent = as_owner.call("item_action", ref=above, action="approve")["number"]
    child = as_owner.call("item_action", ref=below, action="approve")["number"]
    assert as_owner.get(child)["parent"] == {"number": parent, "title": "Above"}


def test_a_child_of_a_rejected_one_goes_to_the_top(as_writer: Caller, as_owner: Caller) -> None:
    above, below = send(as_writer, item("memory", "Above", key="a"), item("memory", "Below", parent="a"))["memory"][
        "refs"
    ]
    as_owner.call("item_action", ref=above, action="reject", reason="No.")
    child = as_owner.call("item_action", ref=below, action="approve")["number"]
    assert as_owner.get(child)["parent"] is None


def test_a_private_one_cant_stand_under_one_that_waits(as_writer: Caller) -> None:
    kinds = send(as_writer, item("memory", key="a"), item("memory", parent="a", visibility="private"))
    assert (kinds["memory"]["outcome"], kinds["memory"]["error"]["field"]) == ("failed", "parent")


def test_who_may_publish_can_ask_for_review(as_owner: Caller) -> None:
    sent = [item("memory"), item("task"), item("page")]
    kinds = send(as_owner, *sent, propose=True)
    assert {kind: result["outcome"] for kind, result in kinds.items()} == {
        "memory": "proposed", "task": "stored", "page": "proposed"
    }  # fmt: skip


def test_pages_need_moderation_rights(as_writer: Caller, as_moderator: Caller) -> None:
    error = send(as_writer, item("page"))["page"]["error"]
    assert (error["error"], error["missing"], error["item"]) == ("denied", "moderate", 0)
    assert send(as_moderator, item("page"))["page"]["outcome"] == "stored"


def test_without_a_project_for_the_caller_alone(as_writer: Caller, as_owner: Caller) -> None:
    kinds = send(as_writer, item("memory", "One", key="one"), item("memory", "Two", parent="one"), projectId=None)
    one, two = kinds["memory"]["all"]
    assert kinds == {"memory": {"outcome": "stored", "refs": {"one": one}, "all": [one, two]}}
    assert one.startswith("memory:")
    assert as_writer.call("item_get", projectId=None, ref=two)["parent"] == {"ref": one, "title": "One"}
    as_owner.refused("not_found", "item_get", projectId=None, ref=one)


def test_an_existing_personal_parent_is_its_reference(as_writer: Caller, as_owner: Caller) -> None:
    mine, theirs = as_writer.personal("Mine"), as_owner.personal("Theirs")
    stored = send(as_writer, item("memory", parent=mine), projectId=None)["memory"]
    assert as_writer.call("item_get", projectId=None, ref=stored["all"][0])["parent"]["title"] == "Mine"
    failed = send(as_writer, item("memory", parent=theirs), projectId=None, key="other")["memory"]
    assert (failed["error"]["error"], failed["error"]["item"]) == ("invalid", 0)


def test_the_other_kinds_need_a_project(as_writer: Caller) -> None:
    kinds = send(as_writer, item("memory"), item("task"), projectId=None)
    assert kinds["memory"]["outcome"] == "stored"
    assert (kinds["task"]["error"]["error"], kinds["task"]["error"]["item"]) == ("missing", 1)


def test_as_a_string(as_owner: Caller) -> None:
    batch = json.dumps({"idempotencyKey": "k", "source": "trello", "items": [item("task", '{"x": 1}')]})
    kinds = as_owner.call("item_store", kind="task", batch=batch)["kinds"]
    assert as_owner.get(kinds["task"]["all"][0])["fields"]["title"] == '{"x": 1}'


def test_fields_of_an_item_as_a_string(as_owner: Caller) -> None:
    batch = {"idempotencyKey": "k", "items": [{"kind": "task", "fields": '{"title": "T"}'}]}
    kinds = as_owner.call("item_store", kind="task", batch=batch)["kinds"]
    assert as_owner.get(kinds["task"]["all"][0])["fields"]["title"] == "T"
    as_owner.refused(
        "invalid", "item_store", kind="task", batch={"idempotencyKey": "l", "items": [{"kind": "task", "fields": "T"}]}
    )


def test_a_hundred_of_each_with_parents(as_owner: Caller) -> None:
    sent = [item("task", "Epic", key="epic")] + [item("task", f"T{place}", parent="epic") for place in range(99)]
    send(as_owner, *sent)
    assert as_owner.get(1)["childrenTotal"] == 99


class TestV1:
    """Conderis Memory Batch v1: flat fields under ``memories``."""

    FLAT: ClassVar[Json] = {"title": "T", "summary": "S", "type": "decision", "tags": ["a"]}

    def _send(self, caller: Caller, *memories: Any, kind: str = "memory", **more: Any) -> Json:
        kinds: Json = caller.call(
            "item_store", kind=kind, batch={"idempotencyKey": "v1", "memories": list(memories), **more}
        )["kinds"]
        return kinds

    def test_it_stays_accepted(self, as_owner: Caller) -> None:
        assert self._send(as_owner, self.FLAT, {**self.FLAT, "title": "Two"}, source="old") == {
            "memory": {"outcome": "stored", "numbers": {}, "all": [1, 2]}
        }
        fields = as_owner.get(1)["fields"]
        assert (fields["title"], fields["type"], fields["tags"]) == ("T", "decision", ["a"])

    def test_kind_is_memory(self, as_owner: Caller) -> None:
        batch = {"idempotencyKey": "v1", "memories": [self.FLAT]}
        assert as_owner.refused("invalid", "item_store", kind="task", batch=batch)["field"] == "kind"

    def test_the_same_again(self, as_owner: Caller) -> None:
        first = self._send(as_owner, self.FLAT)["memory"]
        assert self._send(as_owner, self.FLAT)["memory"] == {**first, "replayed": True}
        assert as_owner.call("item_list", kind="memory")["total"] == 1

    def test_the_faults(self, as_owner: Caller) -> None:
        failed = self._send(as_owner, self.FLAT, {"title": "T"})["memory"]
        assert (failed["error"]["error"], failed["error"]["item"]) == ("missing", 1)
        failed = self._send(as_owner, {**self.FLAT, "fields": {}})["memory"]
        assert (failed["error"]["error"], failed["error"]["item"]) == ("unknown_field", 0)
        for batch in (
            {"idempotencyKey": "v1", "memories": []},
            {"memories": [self.FLAT]},
        ):
            as_owner.refused("missing", "item_store", kind="memory", batch=batch)
        both = {"idempotencyKey": "v1", "memories": [self.FLAT], "items": [item("memory")]}
        as_owner.refused("unknown_field", "item_store", kind="memory", batch=both)
        as_owner.refused("invalid", "item_store", kind="memory", batch={"idempotencyKey": "v1", "memories": ["T"]})
        many = {"idempotencyKey": "v1", "memories": [self.FLAT] * 101}
        as_owner.refused("too_large", "item_store", kind="memory", batch=many)
        assert as_owner.call("item_list", kind="memory")["total"] == 0

    def test_for_oneself_alone(self, as_reader: Caller) -> None:
        batch = {"idempotencyKey": "v1", "memories": [self.FLAT]}
        kinds = as_reader.call("item_store", projectId=None, kind="memory", batch=batch)["kinds"]
        assert kinds["memory"]["all"][0].startswith("memory:")
