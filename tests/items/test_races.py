"""What happens at the same moment: real threads, real connections, one winner."""

from collections.abc import Callable
from typing import Any

import pytest

from items.models import Event, Item, Relation, Version
from projects.models import Project
from tests.calls import Caller, Json, text_of
from tests.conftest import through_agent
from tests.factories import ProjectFactory, UserFactory
from tests.together import together

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 6


@pytest.fixture
def ada() -> Caller:
    user = UserFactory(name="Ada")
    return through_agent(user, ProjectFactory(owner=user))


def twins(caller: Caller, count: int) -> list[Caller]:
    """More agents of the same person."""
    user, project = (
        UserFactory._meta.model.objects.get(pk=caller.actor.user_id),
        Project.objects.get(pk=caller.project_id),
    )
    return [through_agent(user, project) for _ in range(count)]


def outcomes(results: list[Any]) -> list[str]:
    """``ok`` or the refusal's code of each; anything else fails here."""
    found = []
    for result in results:
        assert isinstance(result, dict), repr(result)
        text = text_of(result)
        found.append(text.split('"')[3] if result.get("isError") else "ok")
    return found


def calling(caller: Caller, tool: str, **arguments: Any) -> Callable[[], Json]:
    return lambda: caller.result(tool, {"projectId": caller.project_id, **arguments})


def test_numbers_are_unique_and_dense(ada: Caller) -> None:
    def five(kind: str) -> Callable[[], list[int]]:
        more = {"summary": "S"} if kind == "memory" else {}
        return lambda: [ada.store(kind, title="T", **more) for _ in range(5)]

    results = together(*(five(kind) for kind in ("task", "memory", "page", "task", "memory", "page")))
    assert all(isinstance(numbers, list) for numbers in results), results
    numbers = [number for part in results for number in part]
    assert sorted(numbers) == list(range(1, 31))
    assert all(part == sorted(part) for part in results)


def test_batches_and_single_ones_share_the_sequence(ada: Caller) -> None:
    def batch(key: str) -> Callable[[], list[int]]:
        items = [{"kind": "task", "fields": {"title": "T"}}] * 7
        sent = {"kind": "task", "batch": {"idempotencyKey": key, "items": items}}
        return lambda: ada.call("item_store", **sent)["kinds"]["task"]["all"]

    results = together(batch("a"), lambda: [ada.task() for _ in range(5)], batch("b"), lambda: [ada.page()])
    assert sorted(number for part in results for number in part) == list(range(1, 21))
    for numbers in (results[0], results[2]):
        assert numbers == list(range(numbers[0], numbers[0] + 7))


def test_one_writer_of_a_version_wins(ada: Caller) -> None:
    number = ada.task()
    results = together(
        *(
            calling(ada, "item_store", kind="task", number=number, version=1, fields={"title": f"Writer {place}"})
            for place in range(THREADS)
        )
    )
    assert sorted(outcomes(results)) == ["conflict"] * (THREADS - 1) + ["ok"]
    winner = outcomes(results).index("ok")
    got = ada.get(number)
    assert (got["version"], got["fields"]["title"]) == (2, f"Writer {winner}")
    assert [row["version"] for row in ada.get(number, history=True)["versions"]] == [2, 1]
    for place, result in enumerate(results):
        if place != winner:
            assert '"version":2' in text_of(result)
            assert '"changedFields":["title"]' in text_of(result)


def test_one_claim_wins(ada: Caller) -> None:
    number = ada.task()
    callers = twins(ada, THREADS)
    results = together(*(calling(one, "item_action", number=number, action="claim", version=1) for one in callers))
    assert sorted(outcomes(results)) == ["conflict"] * (THREADS - 1) + ["ok"]
    holder = callers[outcomes(results).index("ok")]
    assert ada.get(number)["fields"]["assignee"] == holder.ref
    assert Version.objects.count() == 2


def test_claim_and_complete_and_block(ada: Caller) -> None:
    number = ada.task()
    results = together(
        calling(ada, "item_action", number=number, action="claim", version=1),
        calling(ada, "item_action", number=number, action="complete", version=1),
        calling(ada, "item_action", number=number, action="block", version=1, reason="r"),
        calling(ada, "item_store", kind="task", number=number, version=1, fields={"status": "canceled"}),
    )
    assert sorted(outcomes(results)) == ["conflict", "conflict", "conflict", "ok"]
    assert ada.get(number)["version"] == 2


def test_content_and_archive(ada: Caller) -> None:
    number = ada.page()
    results = together(
        calling(ada, "item_store", kind="page", number=number, version=1, fields={"content": "new"}),
        calling(ada, "item_action", number=number, action="archive", version=1),
    )
    assert sorted(outcomes(results)) == ["conflict", "ok"]


def test_no_cycle_of_two(ada: Caller) -> None:
    for kind in ("task", "memory", "page", "task", "memory", "page"):
        more = {"summary": "S"} if kind == "memory" else {}
        a, b = (ada.store(kind, title="T", **more) for _ in range(2))
        results = together(
            calling(ada, "item_store", kind=kind, number=a, fields={"parent": b}),
            calling(ada, "item_store", kind=kind, number=b, fields={"parent": a}),
        )
        assert sorted(outcomes(results)) == ["invalid", "ok"]


def test_no_cycle_of_many(ada: Caller) -> None:
    numbers = [ada.page() for _ in range(THREADS)]
    results = together(
        *(
            calling(ada, "item_store", kind="page", number=number, fields={"parent": numbers[place - 1]})
            for place, number in enumerate(numbers)
        )
    )
    assert sorted(outcomes(results)) == ["invalid"] + ["ok"] * (THREADS - 1)
    parents = dict(Item.objects.values_list("pk", "parent_id"))
    for parent in parents.values():
        above, at = set(), parent
        while at is not None:
            assert at not in above
            above.add(at)
            at = parents[at]


def test_a_move_of_content_and_place_makes_no_cycle_either(ada: Caller) -> None:
    a, b = ada.task(), ada.task()
    results = together(
        calling(ada, "item_store", kind="task", number=a, version=1, fields={"parent": b, "title": "A"}),
        calling(ada, "item_store", kind="task", number=b, version=1, fields={"parent": a, "title": "B"}),
    )
    assert sorted(outcomes(results)) == ["invalid", "ok"]


def test_no_cycle_of_personal_ones(ada: Caller) -> None:
    a, b = ada.personal(), ada.personal()

    def under(child: str, parent: str) -> Callable[[], Json]:
        return lambda: ada.result("item_store", {"kind": "memory", "ref": child, "fields": {"parent": parent}})

    assert sorted(outcomes(together(under(a, b), under(b, a)))) == ["invalid", "ok"]


def test_positions_stay_dense(ada: Caller) -> None:
    book = ada.page("Book")
    pages = [ada.page(f"P{place}", parent=book) for place in range(5)]

    def some(*calls: Json) -> Callable[[], list[Json]]:
        return lambda: [
            ada.result("item_store", {"projectId": ada.project_id, "kind": "page", **sent}) for sent in calls
        ]

    results = together(
        some(*({"number": pages[0], "fields": {"position": place}} for place in (2, 1))),
        some(*({"number": pages[1], "fields": {"position": place}} for place in (0, 2))),
        some({"number": pages[2], "fields": {"parent": None}}, {"number": pages[2], "fields": {"parent": book}}),
        some(*({"fields": {"title": "New", "parent": book}} for _ in range(2))),
        some({"number": pages[3], "version": 1, "fields": {"title": "Renamed", "position": 0}}),
        lambda: [
            ada.result("item_action", {"projectId": ada.project_id, "number": pages[4], "action": action, "version": v})
            for action, v in (("archive", 1), ("restore", 2))
        ],
    )
    assert {code for part in results for code in outcomes(part)} == {"ok"}
    for parent in (None, book):
        asked: Json = {"sort": "position", "limit": 100}
        entries = ada.call("item_list", kind="page", **asked)["items"]
        there = [entry["position"] for entry in entries if (entry["parent"] or {}).get("number") == parent]
        assert there == list(range(len(there)))
    assert len(ada.get(book)["children"]) == 7


def test_a_page_isnt_lost_under_a_parent_that_is_archived(ada: Caller) -> None:
    for _ in range(3):
        parent, child = ada.page(), ada.page()
        results = together(
            calling(ada, "item_store", kind="page", number=child, fields={"parent": parent}),
            calling(ada, "item_action", number=parent, action="archive", version=1),
        )
        assert outcomes(results) in (["ok", "ok"], ["invalid", "ok"])
        moved = outcomes(results)[0] == "ok"
        assert (ada.get(child)["parent"] is not None) is moved


def test_the_instructions_are_stored_first_once(ada: Caller) -> None:
    results = together(
        *(
            calling(ada, "item_store", kind="instructions", version=0, fields={"content": f"Writer {place}"})
            for place in range(THREADS)
        )
    )
    assert sorted(outcomes(results)) == ["conflict"] * (THREADS - 1) + ["ok"]
    assert Item.objects.filter(kind="instructions").count() == 1
    got = ada.call("item_get", ref="instructions")
    assert (got["version"], got["fields"]["content"]) == (1, f"Writer {outcomes(results).index('ok')}")


def test_a_relation_is_made_once(ada: Caller) -> None:
    a, b = ada.task(), ada.task()
    results = together(
        *(calling(ada, "item_action", number=a, action="relate", relation="related", target=b) for _ in range(THREADS))
    )
    assert outcomes(results) == ["ok"] * THREADS
    assert sum('"unchanged":true' in text_of(result) for result in results) == THREADS - 1
    assert Relation.objects.count() == 1
    assert Event.objects.filter(what="related").count() == 1


def test_relate_and_unrelate(ada: Caller) -> None:
    a, b = ada.task(), ada.task()
    ada.relate(a, "related", b)
    sent: Json = {"number": a, "relation": "related", "target": b}
    results = together(*(calling(ada, "item_action", action=action, **sent) for action in ("relate", "unrelate") * 3))
    assert outcomes(results) == ["ok"] * 6
    assert Relation.objects.count() in (0, 1)
    both = [Event.objects.filter(what=what).count() for what in ("related", "unrelated")]
    assert both[0] - both[1] == Relation.objects.count()


def test_of_two_ways_at_once_one_holds(ada: Caller) -> None:
    a, b = ada.task(), ada.task()
    results = together(
        *(
            calling(ada, "item_action", number=one, action="relate", relation="depends_on", target=other)
            for one, other in ((a, b), (b, a)) * 3
        )
    )
    assert sorted(outcomes(results)) == ["invalid"] * 3 + ["ok"] * 3
    assert Relation.objects.count() == 1


def test_of_a_circle_at_once_all_but_one_hold(ada: Caller) -> None:
    a, b, c = ada.task(), ada.task(), ada.task()
    results = together(
        *(
            calling(ada, "item_action", number=one, action="relate", relation="depends_on", target=other)
            for one, other in ((a, b), (b, c), (c, a))
        )
    )
    assert sorted(outcomes(results)) == ["invalid", "ok", "ok"]


def test_everything_at_once_waits_for_nothing_forever(ada: Caller) -> None:
    """Every kind of write on the same three pages and tasks; each ends, whatever it answers."""
    a, b = ada.page(), ada.page()
    task, other = ada.task(), ada.task()
    results = together(
        calling(ada, "item_store", kind="page", number=a, version=1, fields={"parent": b, "title": "A"}),
        calling(ada, "item_store", kind="page", number=b, version=1, fields={"content": "B"}),
        calling(ada, "item_store", kind="page", number=b, fields={"position": 0}),
        calling(ada, "item_action", number=b, action="archive", version=1),
        calling(ada, "item_action", number=a, action="relate", relation="supersedes", target=b),
        calling(ada, "item_action", number=task, action="relate", relation="depends_on", target=other),
        calling(ada, "item_action", number=other, action="claim", version=1),
        calling(ada, "item_store", kind="task", number=other, fields={"parent": task}),
        calling(ada, "item_store", kind="page", fields={"title": "New", "parent": b}),
        calling(ada, "project_store", name="Renamed"),
    )
    assert set(outcomes(results)) <= {"ok", "conflict", "invalid"}
    assert outcomes(results).count("ok") >= 6
