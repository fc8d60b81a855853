"""item_get with history, and with a version: everything that was said stays readable."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from tests.calls import Caller

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


def test_newest_first_with_who_when_what_and_why(as_owner: Caller, as_writer: Caller) -> None:
    with time_machine.travel(NOON, tick=False):
        number = as_owner.call("item_store", kind="task", fields={"title": "One", "content": "C"}, reason="a start")[
            "number"
        ]
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        as_writer.change("task", number, 1, title="Two", tags=["x"])
    with time_machine.travel(NOON + timedelta(hours=2), tick=False):
        as_writer.act(number, "block", 2, reason="the vendor")
    assert as_owner.get(number, history=True) == {
        "versions": [
            {
                "version": 3,
                "author": _by("Chi", as_writer),
                "at": "2030-06-01T14:00:00.000Z",
                "changedFields": ["status", "blockedReason"],
                "reason": "the vendor",
                "reviewedBy": None,
                "state": "stored",
            },
            {
                "version": 2,
                "author": _by("Chi", as_writer),
                "at": "2030-06-01T13:00:00.000Z",
                "changedFields": ["title", "tags"],
                "reason": None,
                "reviewedBy": None,
                "state": "stored",
            },
            {
                "version": 1,
                "author": _by("Ada", as_owner),
                "at": "2030-06-01T12:00:00.000Z",
                "changedFields": ["title", "content"],
                "reason": "a start",
                "reviewedBy": None,
                "state": "stored",
            },
        ],
        "nextOffset": None,
    }


def _by(name: str, caller: Caller) -> dict[str, Any]:
    via = {"ref": caller.ref, "name": "claude-code"}
    return {"ref": f"user:{caller.actor.user_id}", "name": name, "via": via}


def test_history_holds_no_content(as_owner: Caller) -> None:
    number = as_owner.memory(title="WORDTITLE", summary="WORDSUMMARY", content="WORDCONTENT", tags=["wordtag"])
    as_owner.change("memory", number, 1, content="WORDCONTENT two")
    assert "word" not in json.dumps(as_owner.get(number, history=True)).lower()


def test_paging(as_owner: Caller) -> None:
    number = as_owner.task()
    for version in range(1, 7):
        as_owner.change("task", number, version, title=f"Title {version}")

    def page(**part: Any) -> tuple[list[int], int | None]:
        found = as_owner.get(number, history=True, **part)
        return [row["version"] for row in found["versions"]], found["nextOffset"]

    assert page() == ([7, 6, 5, 4, 3, 2, 1], None)
    assert page(take=3) == ([7, 6, 5], 3)
    assert page(take=3, offset=3) == ([4, 3, 2], 6)
    assert page(take=3, offset=6) == ([1], None)
    assert page(take=7) == ([7, 6, 5, 4, 3, 2, 1], None)
    assert page(offset=7) == ([], None)
    assert page(take=100) == ([7, 6, 5, 4, 3, 2, 1], None)
    assert as_owner.refused("invalid", "item_get", number=number, history=True, take=101)["field"] == "take"
    assert as_owner.refused("invalid", "item_get", number=number, history=True, take=0)["field"] == "take"
    assert as_owner.refused("invalid", "item_get", number=number, history=True, offset=-1)["field"] == "offset"
    assert as_owner.refused("invalid", "item_get", number=number, history=True, offset=8)["field"] == "offset"


def test_fifty_versions_unless_more_are_asked_for(as_owner: Caller) -> None:
    number = as_owner.task()
    for version in range(1, 53):
        as_owner.change("task", number, version, priority="high" if version % 2 else "low")
    assert len(as_owner.get(number, history=True)["versions"]) == 50
    assert as_owner.get(number, history=True)["nextOffset"] == 50
    assert len(as_owner.get(number, history=True, take=100)["versions"]) == 53


def test_every_state_is_read(as_owner: Caller) -> None:
    number = as_owner.memory(content="one", tags=["a"])
    as_owner.change("memory", number, 1, content="two", type="decision")
    as_owner.change("memory", number, 2, content=None, tags=["b"], title="Renamed")
    read = [as_owner.get(number, version=version) for version in (1, 2, 3)]
    assert [got["version"] for got in read] == [1, 2, 3]
    assert [got["fields"]["content"] for got in read] == ["one", "two", ""]
    assert [got["fields"]["type"] for got in read] == ["fact", "decision", "decision"]
    assert [got["fields"]["tags"] for got in read] == [["a"], ["a"], ["b"]]
    assert [got["fields"]["title"] for got in read] == ["A memory", "A memory", "Renamed"]
    assert [got["text"]["length"] for got in read] == [3, 3, 0]
    assert as_owner.get(number)["version"] == 3


def test_an_old_version_is_signed_by_who_wrote_it(as_owner: Caller, as_writer: Caller) -> None:
    with time_machine.travel(NOON, tick=False):
        number = as_owner.task()
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        as_writer.change("task", number, 1, title="Two")
    old, new = as_owner.get(number, version=1), as_owner.get(number)
    assert (old["updatedBy"]["name"], old["updatedAt"]) == ("Ada", "2030-06-01T12:00:00.000Z")
    assert (new["updatedBy"]["name"], new["updatedAt"]) == ("Chi", "2030-06-01T13:00:00.000Z")


def test_place_and_relations_of_an_old_version_are_todays(as_owner: Caller) -> None:
    number, parent, other = as_owner.task(), as_owner.task("Parent"), as_owner.task("Other")
    as_owner.change("task", number, 1, title="Two")
    as_owner.change("task", number, parent=parent)
    as_owner.relate(number, "depends_on", other)
    old = as_owner.get(number, version=1)
    assert old["parent"]["number"] == parent
    assert old["relations"][0]["item"]["number"] == other
    assert old["fields"]["title"] == "A task"


@pytest.mark.parametrize("version", [0, 2, 10**6])
def test_a_version_that_isnt_there(as_owner: Caller, version: int) -> None:
    number = as_owner.task()
    as_owner.refused("not_found", "item_get", number=number, version=version)
    assert as_owner.get(number, version=1)["version"] == 1


def test_history_or_version(as_owner: Caller) -> None:
    number = as_owner.task()
    as_owner.refused("invalid", "item_get", number=number, history=True, version=1)
    assert "fields" in as_owner.get(number, history=False, version=1)


def test_a_version_in_parts(as_owner: Caller) -> None:
    number = as_owner.page(content="ABCDEFGHIJ")
    as_owner.change("page", number, 1, content="x")
    got = as_owner.get(number, version=1, offset=3, take=4)
    assert got["fields"]["content"] == "DEFG"
    assert got["text"] == {"offset": 3, "take": 4, "length": 10, "nextOffset": 7}


def test_moves_and_relations_add_no_version(as_owner: Caller) -> None:
    number, other = as_owner.task(), as_owner.task()
    as_owner.change("task", number, parent=other)
    as_owner.relate(number, "related", other)
    assert len(as_owner.get(number, history=True)["versions"]) == 1
