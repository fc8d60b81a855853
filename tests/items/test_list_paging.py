"""item_list, page by page: totals, bounds, and cursors that hold while the list changes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller, Json
from tests.conftest import through_agent

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)
SORTS = ["updated", "-updated", "created", "-created", "title", "-title", "priority", "-priority"]


def fill(caller: Caller, count: int, key: str = "fill") -> list[int]:
    """Tasks with few distinct titles and priorities, all of the same moment."""
    priorities = ["low", "normal", "high"]
    items = [
        {"kind": "task", "fields": {"title": f"Task {place % 3}", "priority": priorities[place % 3]}}
        for place in range(count)
    ]
    made = caller.call("item_store", kind="task", batch={"idempotencyKey": key, "items": items})
    numbers: list[int] = made["kinds"]["task"]["all"]
    return numbers


def walk(caller: Caller, between: Any = None, **asked: Any) -> list[int]:
    """Every number of the list, page by page; ``between`` is called after each page."""
    seen: list[int] = []
    cursor = None
    while True:
        page = caller.call("item_list", cursor=cursor, **{"kind": "task", "limit": 4, **asked})
        assert len(page["items"]) <= 4
        seen += [entry["number"] for entry in page["items"]]
        assert page["hasMore"] is (page["nextCursor"] is not None)
        if not page["hasMore"]:
            return seen
        cursor = page["nextCursor"]
        if between:
            between(seen)


def test_every_row_once_in_the_lists_order(as_owner: Caller) -> None:
    fill(as_owner, 11)
    for sort in SORTS:
        seen = walk(as_owner, sort=sort)
        assert seen == as_owner.numbers("task", sort=sort)
        assert len(set(seen)) == 11


@pytest.mark.parametrize("sort", ["position", "-position"])
def test_pages_by_position(as_owner: Caller, sort: str) -> None:
    numbers = [as_owner.page(f"P{place}") for place in range(9)]
    as_owner.act(numbers[0], "archive", 1)
    as_owner.act(numbers[4], "archive", 1)
    asked: Json = {"kind": "page", "sort": sort, "filter": {"includeArchived": True}}
    seen = walk(as_owner, **asked)
    assert sorted(seen) == numbers
    assert seen == as_owner.numbers("page", sort=sort, filter={"includeArchived": True})


@pytest.mark.parametrize("sort", SORTS)
def test_stable_while_rows_are_added(as_owner: Caller, sort: str) -> None:
    with time_machine.travel(NOON, tick=False):
        made = fill(as_owner, 11)
    later = iter(range(1, 9))

    def add(_: list[int]) -> None:
        step = next(later)
        with time_machine.travel(NOON + timedelta(hours=step), tick=False):
            fill(as_owner, 3, key=f"more {step}")

    seen = walk(as_owner, add, sort=sort)
    assert len(seen) == len(set(seen))
    assert set(made) <= set(seen)


@pytest.mark.parametrize("sort", ["updated", "created", "title", "priority"])
def test_while_rows_change_the_others_come_once(as_owner: Caller, sort: str) -> None:
    with time_machine.travel(NOON, tick=False):
        made = fill(as_owner, 12)
    touched: list[int] = []

    def change(seen: list[int]) -> None:
        """The row that was shown last, and the newest one that wasn't, say something else now."""
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            for number in (seen[-1], next(number for number in made[::-1] if number not in seen)):
                if number not in touched:
                    touched.append(number)
                    as_owner.change("task", number, 1, content="changed")

    seen = walk(as_owner, change, sort=sort)
    untouched = [number for number in made if number not in touched]
    assert len(touched) >= 3
    assert [seen.count(number) for number in untouched] == [1] * len(untouched)
    assert len(seen) == len(set(seen))


def test_a_row_that_the_cursor_stands_on_may_go(as_owner: Caller) -> None:
    made = fill(as_owner, 9)

    def close(seen: list[int]) -> None:
        as_owner.act(seen[-1], "complete", 1)

    assert sorted(walk(as_owner, close, sort="created")) == made


def test_total_is_the_whole_lists(as_owner: Caller) -> None:
    fill(as_owner, 9)
    first = as_owner.call("item_list", kind="task", limit=4)
    second = as_owner.call("item_list", kind="task", limit=4, cursor=first["nextCursor"])
    last = as_owner.call("item_list", kind="task", limit=4, cursor=second["nextCursor"])
    assert [page["total"] for page in (first, second, last)] == [9, 9, 9]
    assert [page["hasMore"] for page in (first, second, last)] == [True, True, False]
    assert [len(page["items"]) for page in (first, second, last)] == [4, 4, 1]
    assert last["nextCursor"] is None


def test_a_full_last_page_has_no_more(as_owner: Caller) -> None:
    fill(as_owner, 8)
    first = as_owner.call("item_list", kind="task", limit=4)
    second = as_owner.call("item_list", kind="task", limit=4, cursor=first["nextCursor"])
    assert (len(second["items"]), second["hasMore"], second["nextCursor"]) == (4, False, None)


def test_twenty_unless_more_are_asked_for(as_owner: Caller) -> None:
    fill(as_owner, 25)
    assert len(as_owner.call("item_list", kind="task")["items"]) == 20
    assert len(as_owner.call("item_list", kind="task", limit=100)["items"]) == 25
    assert len(as_owner.call("item_list", kind="task", limit=1)["items"]) == 1


def test_a_limit_out_of_range_is_refused(as_owner: Caller) -> None:
    for limit in (0, -1, 101, 1000, 10**40, 1.5, True, False, "many", "", [10], {"limit": 1}):
        error = as_owner.refused("invalid", "item_list", kind="task", limit=limit)
        assert error["field"] == "limit"
        assert "100" in error["message"]


OTHER_LISTS: list[Json] = [
    {"kind": "page"},
    {"kind": "memory"},
    {"sort": "created"},
    {"sort": "-updated"},
    {"filter": {"priority": "high"}},
    {"filter": {"includeClosed": True}},
    {"query": "Task"},
    {"kind": None, "query": "Task"},
    {"projectId": "OTHER"},
]


def test_a_cursor_is_for_its_list_alone(as_owner: Caller) -> None:
    fill(as_owner, 9)
    other = as_owner.call("project_store", projectId=None, name="Other")["projectId"]
    fill(Caller(as_owner.actor, other), 9)
    cursor = as_owner.call("item_list", kind="task", limit=4)["nextCursor"]
    for asked in OTHER_LISTS:
        sent = {name: other if value == "OTHER" else value for name, value in asked.items()}
        error = as_owner.refused("invalid", "item_list", cursor=cursor, **{"kind": "task", **sent})
        assert error["field"] == "cursor"
    as_owner.call("item_list", kind="task", limit=7, cursor=cursor)


def test_a_cursor_of_one_query_isnt_anothers(as_owner: Caller) -> None:
    fill(as_owner, 9)
    cursor = as_owner.call("item_list", kind="task", query="Task", limit=4)["nextCursor"]
    for query in ("task", "Task 1", None):
        as_owner.refused("invalid", "item_list", kind="task", query=query, cursor=cursor)
    as_owner.refused("invalid", "item_list", kind="task", query="Task", sort="-relevance", cursor=cursor)
    as_owner.call("item_list", kind="task", query="Task", cursor=cursor)
    as_owner.call("item_list", kind="task", query="Task", sort="relevance", cursor=cursor)


def test_a_cursor_is_for_its_caller_alone(as_owner: Caller, as_reader: Caller, owner: User, project: Project) -> None:
    fill(as_owner, 9)
    cursor = as_owner.call("item_list", kind="task", limit=4)["nextCursor"]
    for other in (as_reader, through_agent(owner, project)):
        assert other.refused("invalid", "item_list", kind="task", cursor=cursor)["field"] == "cursor"
    as_owner.call("item_list", kind="task", cursor=cursor)


def test_the_same_list_in_another_form_keeps_its_cursor(as_owner: Caller) -> None:
    fill(as_owner, 9)
    asked: Json = {"kind": "task", "limit": 2, "filter": {"priority": "low", "tags": None}}
    cursor = as_owner.call("item_list", **asked)["nextCursor"]
    as_owner.call("item_list", **{**asked, "filter": '{"priority": "low"}'}, sort="updated", cursor=cursor)


def test_what_is_no_cursor(as_owner: Caller) -> None:
    values: list[Any] = [
        "bogus",
        "",
        "a:b:c",
        ".eJw:1:x",
        "x" * 5_000,
        "🦉",
        7,
        True,
        ["x"],
        {"x": 1},
        "W10:1uFfWz:abc",
    ]
    for cursor in values:
        fill(as_owner, 3)
        error = as_owner.refused("invalid", "item_list", kind="task", cursor=cursor)
        assert error["field"] == "cursor"


def test_a_cursor_of_the_longest_title(as_owner: Caller) -> None:
    for place in range(3):
        as_owner.task(f"{'🦉' * 199}{place}")
    assert sorted(walk(as_owner, sort="title", limit=1)) == [1, 2, 3]


def test_personal_memories_page_by_page(as_owner: Caller) -> None:
    made = {as_owner.personal(f"Mine {place}") for place in range(5)}
    seen: list[str] = []
    cursor = None
    while True:
        page = as_owner.call("item_list", projectId=None, kind="memory", limit=2, cursor=cursor)
        seen += [entry["ref"] for entry in page["items"]]
        assert page["total"] == 5
        cursor = page["nextCursor"]
        if cursor is None:
            break
    assert (set(seen), len(seen)) == (made, 5)
