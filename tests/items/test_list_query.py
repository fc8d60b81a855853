"""item_list with a query: any of its words, best first, across kinds where no kind is given."""

from typing import Any

from tests.calls import Caller, Json


def test_any_of_the_words_finds_it(as_owner: Caller) -> None:
    one, two = as_owner.task("Lighthouse keeper"), as_owner.task("Harbour keeper")
    as_owner.task("Nothing of that")
    assert set(as_owner.numbers("task", query="lighthouse harbour")) == {one, two}
    assert as_owner.numbers("task", query="LIGHTHOUSE") == [one]
    assert set(as_owner.numbers("task", query="keeper")) == {one, two}
    assert as_owner.numbers("task", query="zeppelin") == []


def test_the_best_comes_first(as_owner: Caller) -> None:
    one = as_owner.task("Harbour lights")
    both = as_owner.task("Harbour keeper of the lighthouse")
    assert as_owner.numbers("task", query="lighthouse harbour") == [both, one]
    assert as_owner.numbers("task", query="lighthouse harbour", sort="relevance") == [both, one]
    assert as_owner.numbers("task", query="lighthouse harbour", sort="-relevance") == [one, both]


def test_other_sorts_go_with_a_query(as_owner: Caller) -> None:
    b, a = as_owner.task("Keeper B"), as_owner.task("Keeper A")
    as_owner.task("Another")
    assert as_owner.numbers("task", query="keeper", sort="title") == [a, b]
    assert as_owner.numbers("task", query="keeper", sort="created") == [b, a]
    assert as_owner.numbers("task", query="keeper", sort="-created") == [a, b]


def test_filters_go_with_a_query(as_owner: Caller) -> None:
    high = as_owner.task("Keeper", priority="high")
    as_owner.task("Keeper")
    as_owner.task("Other", priority="high")
    done = as_owner.task("Keeper", status="done")
    assert as_owner.numbers("task", query="keeper", filter={"priority": "high"}) == [high]
    assert done not in as_owner.numbers("task", query="keeper")
    assert done in as_owner.numbers("task", query="keeper", filter={"includeClosed": True})


class TestWithoutAKind:
    def test_every_kind_of_the_project(self, as_owner: Caller) -> None:
        made = {"task": as_owner.task("Keeper"), "memory": as_owner.memory("Keeper"), "page": as_owner.page("Keeper")}
        as_owner.personal("Keeper")
        found = as_owner.call("item_list", query="keeper")
        assert {entry["kind"]: entry["number"] for entry in found["items"]} == made
        assert found["total"] == 3

    def test_each_kinds_own_rules_hold(self, as_owner: Caller) -> None:
        as_owner.task("Keeper", status="done")
        as_owner.memory("Keeper", expiresAt="2001-01-01")
        as_owner.act(as_owner.page("Keeper"), "archive", 1)
        left = as_owner.task("Keeper")
        assert as_owner.numbers(None, query="keeper") == [left]

    def test_common_filters_and_sorts(self, as_owner: Caller) -> None:
        tagged = as_owner.page("Keeper", tags=["api"])
        as_owner.task("Keeper")
        assert as_owner.numbers(None, query="keeper", filter={"tags": ["api"]}) == [tagged]
        error = as_owner.refused("unknown_filter", "item_list", query="keeper", filter={"priority": "high"})
        assert error["allowed"] == ["tags"]
        error = as_owner.refused("unknown_sort", "item_list", query="keeper", sort="priority")
        assert error["allowed"] == ["relevance", "updated", "created", "title"]
        for sort in ("updated", "-created", "title", "relevance"):
            assert len(as_owner.numbers(None, query="keeper", sort=sort)) == 2

    def test_without_a_project_the_personal_ones(self, as_owner: Caller) -> None:
        as_owner.memory("Keeper")
        ref = as_owner.personal("Keeper")
        [entry] = as_owner.call("item_list", projectId=None, query="keeper")["items"]
        assert (entry["ref"], entry["kind"]) == (ref, "memory")

    def test_page_by_page(self, as_owner: Caller) -> None:
        for place in range(3):
            as_owner.task(f"Keeper {place}")
            as_owner.page(f"Keeper {place}")
        seen: list[int] = []
        cursor: str | None = None
        while True:
            page: Json = as_owner.call("item_list", query="keeper", limit=4, cursor=cursor)
            seen += [entry["number"] for entry in page["items"]]
            cursor = page["nextCursor"]
            if cursor is None:
                break
        assert sorted(seen) == [1, 2, 3, 4, 5, 6]


def test_a_blank_query_is_refused(as_owner: Caller) -> None:
    values: list[Any] = ["", " ", "\n\t"]
    for query in values:
        error = as_owner.refused("invalid", "item_list", kind="task", query=query)
        assert error["field"] == "query"


def test_a_query_is_a_text(as_owner: Caller) -> None:
    values: list[Any] = [7, True, ["keeper"], {"q": "keeper"}]
    for query in values:
        assert as_owner.refused("invalid", "item_list", kind="task", query=query)["field"] == "query"


def test_a_query_too_long(as_owner: Caller) -> None:
    number = as_owner.task("Keeper")
    error = as_owner.refused("too_large", "item_list", kind="task", query="q" * 1_001)
    assert "1000" in error["limit"]
    assert as_owner.numbers("task", query="keeper " + "q" * 993) == [number]


def test_no_query_is_an_error(as_owner: Caller) -> None:
    as_owner.task("plain")
    queries = [
        "100%",
        "_",
        "\\",
        "'",
        '"',
        "a' OR 1=1 --",
        "%",
        "((",
        ":*",
        "!&|",
        "<->",
        "🦉",
        "日本",
        "a" * 1_000,
        "*",
        "-",
        "a:b",
    ]
    for query in queries:
        as_owner.task(f"before {query[:150]} after")
        asked: Json
        for asked in ({"kind": "task"}, {}, {"kind": "task", "sort": "title"}):
            found = as_owner.call("item_list", query=query, limit=100, **asked)
            assert found["total"] == len(found["items"])


def test_many_words(as_owner: Caller) -> None:
    number = as_owner.task("alpha omega")
    words = " ".join(f"w{place}" for place in range(150))
    assert as_owner.numbers("task", query=f"alpha {words}") == [number]
