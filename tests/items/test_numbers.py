"""Tasks, memories and pages share one sequence a project, and a number is never used again."""

from items.models import Item
from tests.calls import Caller


def test_one_sequence_for_all_kinds(as_owner: Caller) -> None:
    made = [as_owner.task(), as_owner.memory(), as_owner.page(), as_owner.memory(visibility="private")]
    assert made == [1, 2, 3, 4]


def test_each_project_counts_on_its_own(as_owner: Caller) -> None:
    other = Caller(as_owner.actor, as_owner.call("project_store", projectId=None, name="Other")["projectId"])
    assert [as_owner.task(), other.task(), as_owner.page(), other.memory()] == [1, 1, 2, 2]


def test_a_personal_memory_takes_none(as_owner: Caller) -> None:
    as_owner.task()
    as_owner.personal()
    assert as_owner.task() == 2


def test_a_refused_store_takes_none(as_owner: Caller) -> None:
    as_owner.task()
    as_owner.refused("missing", "item_store", kind="task", fields={})
    as_owner.refused("invalid", "item_store", kind="page", fields={"title": "T", "position": 7})
    as_owner.refused("invalid", "item_store", kind="task", fields={"title": "T", "parent": 99})
    assert as_owner.task() == 2


def test_a_batch_takes_them_in_its_order(as_owner: Caller) -> None:
    as_owner.task()
    items = [{"kind": kind, "fields": {"title": "T"}} for kind in ("task", "page", "task", "page", "task")]
    kinds = as_owner.call("item_store", kind="task", batch={"idempotencyKey": "k", "items": items})["kinds"]
    assert kinds["task"]["all"] == sorted(kinds["task"]["all"])
    assert kinds["page"]["all"] == sorted(kinds["page"]["all"])
    assert sorted(kinds["task"]["all"] + kinds["page"]["all"]) == [2, 3, 4, 5, 6]
    assert as_owner.task() == 7


def test_a_failed_kind_leaves_no_hole(as_owner: Caller) -> None:
    items = [{"kind": "task", "fields": {"title": "T"}}, {"kind": "page", "fields": {"title": ""}}]
    as_owner.call("item_store", kind="task", batch={"idempotencyKey": "k", "items": items})
    assert as_owner.task() == 2


def test_never_used_again(as_owner: Caller) -> None:
    as_owner.task()
    last = as_owner.memory()
    as_owner.act(last, "archive", 1)
    assert as_owner.task() == 3
    Item.objects.filter(number=3).delete()
    assert as_owner.task() == 4
    as_owner.refused("not_found", "item_get", number=3)
