"""A query's pages: each match once, whatever is added meanwhile, and a total that says when it stopped counting."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from items.models import Item
from projects.models import Project
from tests.calls import Caller
from tests.items.bulk import add_items

MANY = 58
COUNTED = 1_000  # a total goes no further


@pytest.fixture
def matches(project: Project) -> list[int]:
    """Half of them hold the word in their title, half in their content."""
    states: list[dict[str, Any]] = []
    for place in range(MANY // 2):
        states += [
            {"title": f"Lighthouse {place}"},
            {"title": f"Tower {place}", "content": f"A lighthouse, the {place}th on this coast."},
        ]
    return _numbers(add_items(project, "memory", states))


def _numbers(items: list[Item]) -> list[int]:
    return [item.number for item in items if item.number is not None]


def pages(caller: Caller, between: Callable[[int], object] = id, **asked: Any) -> list[list[int]]:
    """Every page's numbers; ``between`` is called after each with how many there were."""
    found: list[list[int]] = []
    cursor = None
    while True:
        page = caller.call("item_list", query="lighthouse", cursor=cursor, **asked)
        found.append([entry["number"] for entry in page["items"]])
        cursor = page["nextCursor"]
        assert page["hasMore"] is (cursor is not None)
        if cursor is None:
            return found
        between(len(found))


@pytest.mark.parametrize("sort", [None, "relevance", "-relevance", "updated", "title", "-created"])
def test_the_pages_together_are_the_list(as_owner: Caller, matches: list[int], sort: str | None) -> None:
    whole = as_owner.call("item_list", query="lighthouse", limit=100, sort=sort)

    found = pages(as_owner, limit=7, sort=sort)

    assert [len(page) for page in found] == [7] * (MANY // 7) + [MANY % 7]
    assert [*chain(*found)] == [entry["number"] for entry in whole["items"]]
    assert {*chain(*found)} == set(matches)
    assert whole["total"] == MANY
    assert "totalCapped" not in whole


@pytest.mark.parametrize("sort", [None, "-relevance", "created", "title"])
def test_each_match_once_while_others_are_added(
    as_owner: Caller, project: Project, matches: list[int], sort: str | None
) -> None:
    """New ones change how rare a word is, and so what everything is worth."""

    def add(page: int) -> None:
        states = [{"title": f"A lighthouse more {page} {place}", "content": "lighthouse " * 5} for place in range(9)]
        add_items(project, "memory", states)
        add_items(project, "task", [{"title": f"Something else {page} {place}"} for place in range(9)])

    found = [*chain(*pages(as_owner, add, limit=10, sort=sort))]

    assert len(found) == len(set(found))
    assert set(found) >= set(matches)


def test_parts_of_words_come_once_too_while_others_are_added(as_owner: Caller, project: Project) -> None:
    """Few enough hold the whole word at first that its parts are looked for; then many do."""
    matches = _numbers(add_items(project, "memory", ({"title": f"Lighthouse {place}"} for place in range(15))))
    matches += _numbers(add_items(project, "memory", ({"title": f"Unlighthoused {place}"} for place in range(10))))

    def add(page: int) -> None:
        add_items(project, "memory", ({"title": f"Lighthouse {page} {place}"} for place in range(12)))

    found = [*chain(*pages(as_owner, add, limit=10))]

    assert len(found) == len(set(found))
    assert set(found) >= set(matches)


def test_what_is_gone_meanwhile_leaves_the_others_in_place(as_owner: Caller, matches: list[int]) -> None:
    shown = pages(as_owner, limit=10)
    gone = [shown[0][0], shown[2][3], shown[4][0]]

    def archive(page: int) -> None:
        if page == 1:
            for number in gone:
                as_owner.act(number, "archive", 1)

    found = [*chain(*pages(as_owner, archive, limit=10))]

    assert len(found) == len(set(found))
    assert set(matches) - set(found) == set(gone[1:])


def test_a_cursor_is_for_its_query_alone(as_owner: Caller, matches: list[int]) -> None:
    cursor = as_owner.call("item_list", query="lighthouse", limit=5)["nextCursor"]

    for asked in ({"query": "tower"}, {"query": "lighthouse tower"}, {"query": "lighthouse", "kind": "memory"}):
        assert as_owner.refused("invalid", "item_list", limit=5, cursor=cursor, **asked)["field"] == "cursor"


@pytest.mark.parametrize("sort", [None, "title"])
def test_a_total_is_counted_to_a_thousand(as_owner: Caller, project: Project, sort: str | None) -> None:
    add_items(project, "task", ({"title": f"Lighthouse {place}"} for place in range(COUNTED)))
    exact = as_owner.call("item_list", query="lighthouse", limit=1, sort=sort)
    add_items(project, "task", [{"title": "Lighthouse"}])
    more = as_owner.call("item_list", query="lighthouse", limit=1, sort=sort)

    assert (exact["total"], exact.get("totalCapped")) == (COUNTED, None)
    assert (more["total"], more["totalCapped"]) == (COUNTED, True)


@pytest.mark.parametrize("sort", ["updated", "-created", "title"])
def test_past_a_thousand_matches_another_order_goes_on_to_the_end(
    as_owner: Caller, project: Project, sort: str
) -> None:
    made = [
        item
        for kind in ("task", "memory", "page")
        for item in add_items(project, kind, ({"title": f"Lighthouse {place % 97:02}"} for place in range(350)))
    ]
    numbers = {"updated": sorted(made, key=lambda item: (item.updated_at, item.pk), reverse=True)}
    numbers["-created"] = numbers["updated"]
    numbers["title"] = sorted(made, key=lambda item: ((item.state or {})["title"].lower(), item.pk))

    found = pages(as_owner, limit=100, sort=sort)

    assert [*chain(*found)] == _numbers(numbers[sort])


def test_past_a_thousand_matches_the_best_are_still_first(as_owner: Caller, project: Project) -> None:
    best = as_owner.task("Lighthouse of granite", summary="The granite lighthouse")
    add_items(project, "task", ({"title": f"Lighthouse {place}"} for place in range(COUNTED + 200)))
    rare = as_owner.task("Of granite")
    add_items(project, "task", ({"title": f"The lighthouse {place}"} for place in range(200)))

    found = as_owner.numbers("task", query="lighthouse granite", limit=5)

    assert found[:2] == [best, rare]
