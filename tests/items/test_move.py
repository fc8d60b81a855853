"""A change of only parent or position is a move: no version needed, none taken, the last one wins."""

import itertools

import pytest

from tests.calls import Caller

KINDS = ["memory", "page", "task"]


def _two(caller: Caller, kind: str) -> tuple[int, int]:
    more = {"summary": "S"} if kind == "memory" else {}
    return caller.store(kind, title="One", **more), caller.store(kind, title="Two", **more)


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_needs_and_takes_no_version(as_owner: Caller, kind: str) -> None:
    child, parent = _two(as_owner, kind)
    updated = as_owner.get(child)["updatedAt"]
    assert as_owner.change(kind, child, parent=parent) == {"outcome": "published", "number": child, "version": 1}
    got = as_owner.get(child)
    assert (got["version"], got["parent"]) == (1, {"number": parent, "title": "Two"})
    assert got["updatedAt"] == updated
    assert [entry["number"] for entry in as_owner.get(parent)["children"]] == [child]


@pytest.mark.parametrize("kind", KINDS)
def test_null_is_the_top_level(as_owner: Caller, kind: str) -> None:
    child, parent = _two(as_owner, kind)
    as_owner.change(kind, child, parent=parent)
    as_owner.change(kind, child, parent=None)
    assert as_owner.get(child)["parent"] is None
    assert as_owner.get(parent)["children"] == []


def test_the_parents_number_in_any_form(as_owner: Caller) -> None:
    for form in (int, float, str, "#{}".format):
        child, parent = _two(as_owner, "task")
        as_owner.change("task", child, parent=form(parent))
        assert as_owner.get(child)["parent"]["number"] == parent


def test_a_move_with_an_old_version_is_a_move(as_owner: Caller) -> None:
    child, parent = _two(as_owner, "task")
    as_owner.change("task", child, 1, title="Other")
    assert as_owner.change("task", child, 1, parent=parent)["version"] == 2
    assert as_owner.get(child)["parent"]["number"] == parent


def test_a_move_to_where_it_stands_is_unchanged(as_owner: Caller) -> None:
    child, parent = _two(as_owner, "task")
    as_owner.change("task", child, parent=parent)
    for same in (parent, str(parent)):
        assert as_owner.change("task", child, parent=same) == {
            "outcome": "published", "number": child, "version": 1, "unchanged": True,
        }  # fmt: skip


def test_content_and_place_in_one_call_need_the_version(as_owner: Caller) -> None:
    child, parent = _two(as_owner, "task")
    both = {"kind": "task", "number": child, "fields": {"parent": parent, "title": "Other"}}
    assert as_owner.refused("missing", "item_store", **both)["field"] == "version"
    as_owner.refused("conflict", "item_store", version=4, **both)
    got = as_owner.get(child)
    assert (got["parent"], got["fields"]["title"]) == (None, "One")
    assert as_owner.call("item_store", version=1, **both)["version"] == 2
    got = as_owner.get(child)
    assert (got["parent"]["number"], got["fields"]["title"]) == (parent, "Other")


def test_the_same_content_and_a_new_place_is_no_new_version(as_owner: Caller) -> None:
    child, parent = _two(as_owner, "task")
    moved = as_owner.change("task", child, 1, title="One", parent=parent)
    assert moved == {"outcome": "published", "number": child, "version": 1}
    assert as_owner.get(child)["parent"]["number"] == parent


def test_a_bad_place_stores_no_content(as_owner: Caller) -> None:
    child, other = as_owner.task(), as_owner.memory()
    fields = {"title": "Other", "parent": other}
    as_owner.refused("invalid", "item_store", kind="task", number=child, version=1, fields=fields)
    got = as_owner.get(child)
    assert (got["version"], got["fields"]["title"]) == (1, "A task")


@pytest.mark.parametrize("kind", KINDS)
def test_an_item_isnt_its_own_parent(as_owner: Caller, kind: str) -> None:
    number, _ = _two(as_owner, kind)
    error = as_owner.refused("invalid", "item_store", kind=kind, number=number, fields={"parent": number})
    assert error["field"] == "parent"


@pytest.mark.parametrize("kind", KINDS)
def test_no_cycle(as_owner: Caller, kind: str) -> None:
    more = {"summary": "S"} if kind == "memory" else {}
    line = [as_owner.store(kind, title="Top", **more)]
    for _ in range(3):
        line.append(as_owner.store(kind, title="Below", parent=line[-1], **more))
    error = as_owner.refused("invalid", "item_store", kind=kind, number=line[0], fields={"parent": line[-1]})
    assert error["field"] == "parent"
    assert "cycle" in error["message"]
    assert as_owner.get(line[0])["parent"] is None
    as_owner.change(kind, line[-1], parent=None)
    as_owner.change(kind, line[0], parent=line[-1])


def test_the_parent_is_of_the_same_kind(as_owner: Caller) -> None:
    made = {kind: _two(as_owner, kind) for kind in KINDS}
    for kind, other in itertools.product(KINDS, KINDS):
        number, parent = made[kind][0], made[other][1]
        if kind == other:
            as_owner.change(kind, number, parent=parent)
            continue
        error = as_owner.refused("invalid", "item_store", kind=kind, number=number, fields={"parent": parent})
        assert error["field"] == "parent"
        more = {"summary": "S"} if kind == "memory" else {}
        fields = {"title": "New", "parent": parent, **more}
        assert as_owner.refused("invalid", "item_store", kind=kind, fields=fields)["field"] == "parent"


@pytest.mark.parametrize("kind", ["memory", "page"])
def test_the_parent_is_active(as_owner: Caller, kind: str) -> None:
    child, parent = _two(as_owner, kind)
    as_owner.act(parent, "archive", 1)
    error = as_owner.refused("invalid", "item_store", kind=kind, number=child, fields={"parent": parent})
    assert error["field"] == "parent"
    assert "archived" in error["message"]
    as_owner.act(parent, "restore", 2)
    as_owner.change(kind, child, parent=parent)


def test_an_expired_memory_isnt_an_active_parent(as_owner: Caller) -> None:
    child, parent = as_owner.memory(), as_owner.memory(expiresAt="2001-01-01")
    as_owner.refused("invalid", "item_store", kind="memory", number=child, fields={"parent": parent})
    as_owner.change("memory", parent, 1, expiresAt=None)
    as_owner.change("memory", child, parent=parent)


def test_a_closed_task_may_be_a_parent(as_owner: Caller) -> None:
    parent = as_owner.task(status="done")
    assert as_owner.get(as_owner.task(parent=parent))["parent"]["number"] == parent


def test_the_parent_is_of_the_same_project(as_owner: Caller) -> None:
    other = as_owner.call("project_store", projectId=None, name="Other")["projectId"]
    for _ in range(3):
        as_owner.call("item_store", projectId=other, kind="task", fields={"title": "There"})
    child = as_owner.task()
    error = as_owner.refused("invalid", "item_store", kind="task", number=child, fields={"parent": 3})
    assert error["field"] == "parent"
    mine = as_owner.personal()
    number = as_owner.memory()
    as_owner.refused("invalid", "item_store", kind="memory", number=number, fields={"parent": mine})


def test_a_private_parent_is_hidden_from_others(as_owner: Caller, as_moderator: Caller) -> None:
    secret = as_owner.memory("Secret", visibility="private")
    child = as_owner.memory("Shared", parent=secret)
    assert as_owner.get(child)["parent"] == {"number": secret, "title": "Secret"}
    assert as_moderator.get(child)["parent"] is None
    mine = as_moderator.memory()
    fields = {"parent": secret}
    hidden = as_moderator.refused("invalid", "item_store", kind="memory", number=mine, fields=fields)
    absent = as_moderator.refused("invalid", "item_store", kind="memory", number=mine, fields={"parent": 99})
    assert hidden == absent
    as_owner.change("memory", mine, parent=secret)


def test_a_writer_moves_tasks_and_no_page(as_owner: Caller, as_writer: Caller) -> None:
    task, page = _two(as_owner, "task"), _two(as_owner, "page")
    as_writer.change("task", task[0], parent=task[1])
    for fields in ({"parent": page[1]}, {"position": 1}):
        error = as_writer.refused("denied", "item_store", kind="page", number=page[0], fields=fields)
        assert error["missing"] == "moderate"
    assert as_owner.get(page[0])["fields"]["position"] == 0


def test_a_task_has_no_position(as_owner: Caller) -> None:
    number = as_owner.task()
    as_owner.refused("unknown_field", "item_store", kind="task", number=number, fields={"position": 0})
    assert "position" not in as_owner.get(number)["fields"]
