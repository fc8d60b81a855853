"""archive and restore: out of every list and back, each as a version with the same content."""

import pytest

from tests.calls import Caller


@pytest.fixture(params=["memory", "page"])
def kind(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def _new(caller: Caller, kind: str, **fields: str) -> int:
    number: int = caller.store(kind, title="T", content="C", **({"summary": "S"} if kind == "memory" else {}), **fields)
    return number


def test_there_and_back(as_moderator: Caller, kind: str) -> None:
    number = _new(as_moderator, kind)
    away = as_moderator.act(number, "archive", 1, reason="out of date")
    assert away == {"number": number, "action": "archive", "version": 2, "state": "archived"}
    assert as_moderator.numbers(kind) == []
    assert as_moderator.numbers(kind, filter={"includeArchived": True}) == [number]
    got = as_moderator.get(number)
    assert (got["state"], got["version"], got["fields"]["content"]) == ("archived", 2, "C")
    back = as_moderator.act(number, "restore", 2)
    assert back == {"number": number, "action": "restore", "version": 3, "state": "active"}
    assert as_moderator.numbers(kind) == [number]
    versions = as_moderator.get(number, history=True)["versions"]
    assert [(row["version"], row["reason"]) for row in versions] == [(3, None), (2, "out of date"), (1, None)]
    assert [as_moderator.get(number, version=v)["fields"]["content"] for v in (1, 2, 3)] == ["C", "C", "C"]


def test_again_is_unchanged(as_moderator: Caller, kind: str) -> None:
    number = _new(as_moderator, kind)
    restored = as_moderator.act(number, "restore", 1)
    assert (restored["version"], restored["state"], restored["unchanged"]) == (1, "active", True)
    as_moderator.act(number, "archive", 1)
    again = as_moderator.act(number, "archive", 2)
    assert (again["version"], again["state"], again["unchanged"]) == (2, "archived", True)
    as_moderator.refused("conflict", "item_action", number=number, action="archive", version=1)


def test_an_archived_item_can_be_changed(as_moderator: Caller, kind: str) -> None:
    number = _new(as_moderator, kind)
    as_moderator.act(number, "archive", 1)
    as_moderator.change(kind, number, 2, title="Renamed")
    got = as_moderator.get(number)
    assert (got["state"], got["fields"]["title"], got["version"]) == ("archived", "Renamed", 3)


def test_it_leaves_counts_and_recall(as_moderator: Caller, kind: str) -> None:
    number = _new(as_moderator, kind)
    plural = {"memory": "memories", "page": "pages"}[kind]
    assert as_moderator.call("project_get")["counts"][plural] == 1
    assert f"#{number} " in as_moderator.text("recall")
    as_moderator.act(number, "archive", 1)
    assert as_moderator.call("project_get")["counts"][plural] == 0
    assert f"#{number} " not in as_moderator.text("recall")


def test_a_writer_lacks_moderate(as_moderator: Caller, as_writer: Caller, kind: str) -> None:
    number = _new(as_moderator, kind)
    for action in ("archive", "restore"):
        error = as_writer.refused("denied", "item_action", number=number, action=action, version=1)
        assert error["missing"] == "moderate"
    assert as_moderator.get(number)["state"] == "active"


def test_ones_own_private_memory_needs_no_moderation(as_writer: Caller) -> None:
    number = as_writer.memory(visibility="private")
    assert as_writer.act(number, "archive", 1)["state"] == "archived"
    assert as_writer.act(number, "restore", 2)["state"] == "active"


def test_a_personal_memory(as_reader: Caller) -> None:
    ref = as_reader.personal()
    sent = {"projectId": None, "ref": ref}
    away = as_reader.call("item_action", action="archive", version=1, **sent)
    assert away == {"ref": ref, "action": "archive", "version": 2, "state": "archived"}
    listed = {"projectId": None, "kind": "memory"}
    assert as_reader.call("item_list", **listed)["total"] == 0
    assert as_reader.call("item_list", **listed, filter={"includeArchived": True})["total"] == 1
    assert as_reader.call("item_action", action="restore", version=2, **sent)["state"] == "active"


def test_an_archived_parent_keeps_its_children(as_moderator: Caller, kind: str) -> None:
    parent = _new(as_moderator, kind)
    child = _new(as_moderator, kind)
    as_moderator.change(kind, child, parent=parent)
    as_moderator.act(parent, "archive", 1)
    assert as_moderator.get(child)["parent"]["number"] == parent
    assert as_moderator.numbers(kind) == [child]
