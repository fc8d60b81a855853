"""A page's position: dense from 0 among its siblings, new ones last, the others close up."""

from typing import Any

import pytest

from tests.calls import Caller


@pytest.fixture
def five(as_owner: Caller) -> list[int]:
    return [as_owner.page(f"Page {place}") for place in range(5)]


def order(caller: Caller, parent: int | None = None) -> list[int]:
    """The pages under a parent by position; fails unless their positions are 0, 1, 2 …"""
    entries = caller.call("item_list", kind="page", sort="position", limit=100)["items"]
    there = [entry for entry in entries if (entry["parent"] or {}).get("number") == parent]
    assert [entry["position"] for entry in there] == list(range(len(there)))
    return [entry["number"] for entry in there]


def test_new_pages_go_last(as_owner: Caller, five: list[int]) -> None:
    assert order(as_owner) == five
    children = [as_owner.page(parent=five[2]) for _ in range(3)]
    assert order(as_owner, five[2]) == children
    assert [child["number"] for child in as_owner.get(five[2])["children"]] == children


@pytest.mark.parametrize(
    ("moved", "to", "expected"),
    [
        (0, 4, [1, 2, 3, 4, 0]),
        (4, 0, [4, 0, 1, 2, 3]),
        (1, 3, [0, 2, 3, 1, 4]),
        (3, 1, [0, 3, 1, 2, 4]),
        (2, 2, [0, 1, 2, 3, 4]),
        (2, "0", [2, 0, 1, 3, 4]),
        (2, 0.0, [2, 0, 1, 3, 4]),
    ],
)
def test_the_others_make_room_and_close_up(
    as_owner: Caller, five: list[int], moved: int, to: Any, expected: list[int]
) -> None:
    result = as_owner.change("page", five[moved], position=to)
    assert result["version"] == 1
    assert result.get("unchanged", False) is (moved == to)
    assert order(as_owner) == [five[place] for place in expected]


def test_a_new_page_at_a_position(as_owner: Caller, five: list[int]) -> None:
    number = as_owner.page(position=1)
    assert order(as_owner) == [five[0], number, *five[1:]]
    last = as_owner.page(position=6)
    assert order(as_owner)[-1] == last


def test_under_another_parent(as_owner: Caller, five: list[int]) -> None:
    a, b = as_owner.page(parent=five[0]), as_owner.page(parent=five[0])
    as_owner.change("page", five[1], parent=five[0])
    assert order(as_owner, five[0]) == [a, b, five[1]]
    assert order(as_owner) == [five[0], five[2], five[3], five[4]]
    as_owner.change("page", five[2], parent=five[0], position=1)
    assert order(as_owner, five[0]) == [a, five[2], b, five[1]]
    as_owner.change("page", a, parent=None, position=0)
    assert order(as_owner) == [a, five[0], five[3], five[4]]
    assert order(as_owner, five[0]) == [five[2], b, five[1]]
    as_owner.change("page", b, parent=None)
    assert order(as_owner) == [a, five[0], five[3], five[4], b]


def test_the_same_parent_again_moves_nothing(as_owner: Caller, five: list[int]) -> None:
    child, _ = as_owner.page(parent=five[0]), as_owner.page(parent=five[0])
    assert as_owner.change("page", child, parent=five[0])["unchanged"] is True
    assert as_owner.change("page", child, parent=five[0], position=0)["unchanged"] is True
    assert as_owner.change("page", child, parent=five[0], position=1).get("unchanged") is None
    assert order(as_owner, five[0])[1] == child


def test_a_position_past_the_last_is_refused(as_owner: Caller, five: list[int]) -> None:
    fields: dict[str, Any] = {"position": 5}
    error = as_owner.refused("invalid", "item_store", kind="page", number=five[0], fields=fields)
    assert error["field"] == "position"
    assert "4" in error["message"]
    as_owner.refused("invalid", "item_store", kind="page", fields={"title": "T", "position": 6})
    fields = {"parent": five[1], "position": 1}
    as_owner.refused("invalid", "item_store", kind="page", number=five[0], fields=fields)
    assert order(as_owner) == five
    as_owner.change("page", five[0], parent=five[1], position=0)
    assert order(as_owner, five[1]) == [five[0]]


def test_archived_ones_leave_and_come_back_last(as_owner: Caller, five: list[int]) -> None:
    as_owner.act(five[1], "archive", 1)
    assert order(as_owner) == [five[0], *five[2:]]
    assert as_owner.get(five[1])["fields"]["position"] is None
    as_owner.change("page", five[4], position=0)
    as_owner.act(five[1], "restore", 2)
    assert order(as_owner) == [five[4], five[0], five[2], five[3], five[1]]


def test_an_archived_page_has_no_position_to_move_to(as_owner: Caller, five: list[int]) -> None:
    as_owner.act(five[1], "archive", 1)
    as_owner.refused("invalid", "item_store", kind="page", number=five[1], fields={"position": 0})
    as_owner.change("page", five[1], parent=five[2])
    assert order(as_owner, five[2]) == []
    as_owner.act(five[1], "restore", 2)
    assert order(as_owner, five[2]) == [five[1]]
    assert order(as_owner) == [five[0], *five[2:]]


def test_archived_ones_come_last_in_a_list_by_position(as_owner: Caller, five: list[int]) -> None:
    as_owner.act(five[0], "archive", 1)
    listed = as_owner.numbers("page", sort="position", filter={"includeArchived": True})
    assert listed == [*five[1:], five[0]]


def test_an_edit_keeps_the_position(as_owner: Caller, five: list[int]) -> None:
    as_owner.change("page", five[2], 1, title="Renamed", content="New")
    assert order(as_owner) == five


def test_positions_of_another_project_stay(as_owner: Caller, five: list[int]) -> None:
    other = as_owner.call("project_store", projectId=None, name="Other")["projectId"]
    there = Caller(as_owner.actor, other)
    pages = [there.page(f"There {place}") for place in range(3)]
    there.change("page", pages[2], position=0)
    as_owner.act(five[0], "archive", 1)
    assert order(there) == [pages[2], pages[0], pages[1]]
    assert order(as_owner) == five[1:]
