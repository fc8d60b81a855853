"""Checks come in one order: key, read-only, project and item, capability, lock, fields, version.

Each case is a call with every fault from one place on; what comes first is what the caller hears.
"""

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller, Json
from tests.conftest import through_agent

NOWHERE = "nowhere22222"
# The faults of a call, from the last that is checked to the first, for each way to write.
STORE: Json = {"kind": "memory", "version": 9, "fields": {"title": ""}}
KINDLESS: Json = {"version": 9, "fields": {"title": "T"}}
OTHER_KIND: Json = {"kind": "page", "version": 9, "fields": {"title": "T"}}
NO_FIELDS: Json = {"kind": "memory", "version": 9}
UNKNOWN_FIELD: Json = {"kind": "memory", "version": 9, "fields": {"nonsense": 1}}
UNKNOWN_PARAMETER: Json = {"kind": "memory", "version": 9, "fields": {"title": "T"}, "nonsense": 1}
BAD_REASON: Json = {"kind": "memory", "version": 9, "fields": {"title": "T"}, "reason": 7}
BAD_VERSION: Json = {"kind": "memory", "version": "x", "fields": {"title": "T"}}
BAD_PARENT: Json = {"kind": "memory", "version": 9, "fields": {"title": "T", "parent": 99}}

ARCHIVE: Json = {"action": "archive", "version": 9, "reason": 7}
ARCHIVE_TARGET: Json = {"action": "archive", "version": 9, "target": 1}
NO_ACTION: Json = {"version": 9}
UNKNOWN_ACTION: Json = {"action": "nonsense", "version": 9}
ACTION_PARAMETER: Json = {"action": "archive", "version": 9, "nonsense": 1}
ACTION_VERSION: Json = {"action": "archive", "version": "x"}

CALLS: list[tuple[str, Json, str]] = [
    # tool, arguments beside the item, and the code for someone who may do everything
    ("item_store", STORE, "missing"),
    ("item_store", KINDLESS, "missing"),
    ("item_store", OTHER_KIND, "invalid"),
    ("item_store", NO_FIELDS, "missing"),
    ("item_store", UNKNOWN_FIELD, "unknown_field"),
    ("item_store", UNKNOWN_PARAMETER, "unknown_field"),
    ("item_store", BAD_REASON, "invalid"),
    ("item_store", BAD_VERSION, "invalid"),
    ("item_store", BAD_PARENT, "invalid"),
    ("item_store", {"kind": "memory", "version": 9, "fields": {"title": "T"}}, "conflict"),
    ("item_store", {"kind": "memory", "fields": {"title": "T"}}, "missing"),
    ("item_action", ARCHIVE, "invalid"),
    ("item_action", ARCHIVE_TARGET, "invalid"),
    ("item_action", NO_ACTION, "missing"),
    ("item_action", UNKNOWN_ACTION, "unknown_action"),
    ("item_action", ACTION_PARAMETER, "unknown_field"),
    ("item_action", ACTION_VERSION, "invalid"),
    ("item_action", {"action": "archive", "version": 9}, "conflict"),
    ("item_action", {"action": "archive"}, "missing"),
]
# Which capability an action needs depends on the action: without one that can be read `write` is asked for alone.
UNREADABLE = (NO_ACTION, UNKNOWN_ACTION)


@pytest.fixture
def shared(as_owner: Caller) -> int:
    return as_owner.memory()


@pytest.fixture
def locked(shared: int, project: Project) -> int:
    project.items.filter(number=shared).update(sealed=True, state=None)
    return shared


class TestOneItem:
    def test_read_only_first(self, shared: int, owner: User, project: Project) -> None:
        key = through_agent(owner, project, read_only=True)
        for tool, arguments, _ in CALLS:
            for place in ({}, {"projectId": NOWHERE}, {"number": 99}):
                sent = {"number": shared, **arguments, **place}
                assert key.refused("denied", tool, **sent)["missing"] == "write"

    def test_then_project_and_item(self, as_owner: Caller, as_outsider: Caller, as_reader: Caller, shared: int) -> None:
        for tool, arguments, _ in CALLS:
            as_outsider.refused("not_found", tool, **arguments, number=shared)
            for caller in (as_owner, as_reader):
                caller.refused("not_found", tool, **arguments, number=99)
                caller.refused("not_found", tool, **{**arguments, "projectId": NOWHERE}, number=shared)

    def test_then_write(self, as_reader: Caller, locked: int) -> None:
        for tool, arguments, _ in CALLS:
            assert as_reader.refused("denied", tool, **arguments, number=locked)["missing"] == "write"

    def test_then_moderate(self, as_writer: Caller, shared: int) -> None:
        for tool, arguments, code in CALLS:
            if arguments in UNREADABLE or tool == "item_store":  # what a writer may not publish becomes a proposal
                as_writer.refused(code, tool, **arguments, number=shared)
                continue
            assert as_writer.refused("denied", tool, **arguments, number=shared)["missing"] == "moderate"

    def test_then_the_lock(self, as_owner: Caller, locked: int) -> None:
        for tool, arguments, _ in CALLS:
            as_owner.refused("locked", tool, **arguments, number=locked)

    def test_then_fields_then_the_version(self, as_owner: Caller, shared: int) -> None:
        for tool, arguments, code in CALLS:
            as_owner.refused(code, tool, **arguments, number=shared)
        assert as_owner.get(shared)["version"] == 1


@pytest.mark.parametrize("fields", [{"title": ""}, {"title": "T", "nonsense": 1}, {"title": "T", "summary": 7}])
def test_a_new_shared_memory_of_a_writer(as_writer: Caller, as_owner: Caller, fields: Json) -> None:
    """The proposal that it would become is refused as the memory is."""
    sent = {"projectId": as_owner.project_id, "kind": "memory", "fields": fields}
    results = [caller.result("item_store", sent) for caller in (as_writer, as_owner)]
    assert results[0]["isError"] is True
    assert results[0] == results[1]


def test_a_move_of_a_writer_lacks_moderate_before_its_fields(as_writer: Caller, as_owner: Caller) -> None:
    for fields in ({"position": -1}, {"parent": "x"}):
        error = as_writer.refused("denied", "item_store", kind="page", number=as_owner.page(), fields=fields)
        assert error["missing"] == "moderate"


def test_a_new_private_memory_of_a_writer_gets_to_its_fields(as_writer: Caller) -> None:
    fields = {"title": "T", "summary": "S", "visibility": "private", "nonsense": 1}
    as_writer.refused("unknown_field", "item_store", kind="memory", fields=fields)


RELATING: list[tuple[Json, str]] = [
    ({"action": "relate"}, "missing"),
    ({"action": "relate", "target": "x", "relation": "related"}, "invalid"),
    ({"action": "relate", "target": 2, "relation": "nonsense"}, "invalid"),
    ({"action": "relate", "target": 1, "relation": "related"}, "invalid"),
    ({"action": "relate", "target": 2, "relation": "related", "reason": 7}, "invalid"),
    ({"action": "relate", "target": 2, "relation": "related", "nonsense": 7}, "unknown_field"),
    ({"action": "relate", "target": 2, "relation": "depends_on"}, "invalid"),
]


def test_relate(as_owner: Caller, as_reader: Caller, shared: int, project: Project) -> None:
    as_owner.task()
    for arguments, code in RELATING:
        as_reader.refused("not_found", "item_action", number=99, **arguments)
        assert as_reader.refused("denied", "item_action", number=shared, **arguments)["missing"] == "write"
        as_owner.refused(code, "item_action", number=shared, **arguments)
    project.items.filter(number=shared).update(sealed=True, state=None)
    for arguments, _ in RELATING:
        as_owner.refused("locked", "item_action", number=shared, **arguments)


def test_a_target_that_isnt_there_before_the_capability(as_owner: Caller, as_writer: Caller, shared: int) -> None:
    sent: Json = {"number": shared, "action": "relate", "relation": "supersedes"}
    as_writer.refused("not_found", "item_action", target=99, **sent)
    other = as_owner.memory()
    assert as_writer.refused("denied", "item_action", target=other, **sent)["missing"] == "moderate"


def test_item_delete(as_owner: Caller, as_reader: Caller, as_outsider: Caller, locked: int) -> None:
    faults: tuple[Json, ...] = ({}, {"reason": " "}, {"reason": 7}, {"reason": "r", "version": "x"}, {"nonsense": 1})
    for fault in faults:
        as_outsider.refused("not_found", "item_delete", number=locked, **fault)
        as_reader.refused("not_found", "item_delete", number=99, **fault)
        assert as_reader.refused("denied", "item_delete", number=locked, **fault)["missing"] == "write"
        as_owner.refused("locked", "item_delete", number=locked, **fault)


def test_project_store(as_owner: Caller, as_moderator: Caller, as_outsider: Caller) -> None:
    for fault in ({"name": ""}, {"nonsense": 1}, {"public": "maybe"}, {"upstream": NOWHERE}):
        as_outsider.refused("not_found", "project_store", **fault)
        assert as_moderator.refused("denied", "project_store", **fault)["missing"] == "own"
        result = as_owner.result("project_store", {"projectId": as_owner.project_id, **fault})
        assert result["isError"] is True


READING: list[tuple[str, Json]] = [
    ("recall", {"maxChars": 1}),
    ("recall", {"nonsense": 1}),
    ("project_get", {"nonsense": 1}),
    ("item_get", {"number": 1, "take": 0}),
    ("item_get", {"number": 1, "nonsense": 1}),
    ("item_list", {"kind": "nonsense"}),
    ("item_list", {"kind": "task", "filter": {"nonsense": 1}}),
    ("item_list", {"kind": "task", "limit": 0}),
    ("item_list", {"nonsense": 1}),
]


def test_reading_a_project_that_isnt_there(as_owner: Caller, as_outsider: Caller) -> None:
    for tool, arguments in READING:
        as_outsider.refused("not_found", tool, **arguments)
        as_owner.refused("not_found", tool, **{**arguments, "projectId": NOWHERE})
        result = as_owner.result(tool, {"projectId": as_owner.project_id, **arguments})
        assert result["isError"] is True


def test_a_batch_by_a_reader(as_reader: Caller, as_outsider: Caller, as_writer: Caller) -> None:
    for batch in ({}, "{", {"idempotencyKey": "", "items": []}, {"items": [1]}, []):
        sent: Json = {"kind": "nonsense", "batch": batch, "nonsense": 1}
        as_outsider.refused("not_found", "item_store", **sent)
        assert as_reader.refused("denied", "item_store", **sent)["missing"] == "write"
        as_writer.refused("unknown_field", "item_store", **sent)
