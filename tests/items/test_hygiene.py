"""What a project should tidy up: counted in project_get, and listed one fault at a time."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from conderis.core.errors import Invalid
from items.selectors.hygiene import FAULTS, fault_entries, hygiene
from projects.models import Project
from tests.calls import Caller, Json
from tests.items.bulk import add_items


def _stale(caller: Caller) -> list[int]:
    derived, origin = caller.memory("Derived"), caller.memory("Origin")
    caller.relate(derived, "derived_from", origin)
    caller.change("memory", origin, 1, content="Something else")
    return [derived]


def _contradicting(caller: Caller) -> list[int]:
    one, other = caller.memory("One"), caller.page("Other")
    caller.relate(one, "contradicts", other)
    return [one, other]


def _expired(caller: Caller) -> list[int]:
    return [caller.memory(expiresAt="2001-01-01")]


def _auto_summary(caller: Caller) -> list[int]:
    return [caller.page(summary="(auto) It begins so")]


def _long_blocked(caller: Caller) -> list[int]:
    number = caller.task()
    with time_machine.travel(timezone.now() - timedelta(days=31), tick=False):
        caller.act(number, "block", 1, reason="the vendor")
    return [number]


MAKE: dict[str, Callable[[Caller], list[int]]] = {
    "stale": _stale,
    "contradicting": _contradicting,
    "expired": _expired,
    "autoSummaries": _auto_summary,
    "longBlocked": _long_blocked,
}


def counted(caller: Caller) -> Json:
    found: Json = caller.call("project_get")["hygiene"]
    return found


def listed(caller: Caller, project: Project, fault: str) -> list[int]:
    found = fault_entries(caller.actor, project, fault, limit=100)
    assert found["total"] == len(found["items"])
    return [entry["number"] for entry in found["items"]]


def test_every_fault_is_tried_here() -> None:
    assert tuple(MAKE) == FAULTS


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_counted_and_listed(as_owner: Caller, project: Project, fault: str) -> None:
    as_owner.memory("In order")
    as_owner.task("In order")
    numbers = MAKE[fault](as_owner)
    found = counted(as_owner)
    assert {name: found[name] for name in FAULTS} == {**dict.fromkeys(FAULTS, 0), fault: len(numbers)}
    assert sorted(listed(as_owner, project, fault)) == numbers
    for other in set(FAULTS) - {fault}:
        assert listed(as_owner, project, other) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_put_away_or_locked_is_in_order(as_owner: Caller, project: Project, fault: str) -> None:
    numbers = MAKE[fault](as_owner)
    project.items.filter(number=numbers[0]).update(sealed=True, state=None)
    assert numbers[0] not in listed(as_owner, project, fault)
    project.items.filter(number__in=numbers).update(archived=True)
    assert counted(as_owner)["score"] == 100
    assert listed(as_owner, project, fault) == []


def test_the_score_is_of_items_each_counted_once(as_owner: Caller) -> None:
    assert counted(as_owner)["score"] == 100
    both = as_owner.memory(summary="(auto) It begins so", expiresAt="2001-01-01")
    as_owner.memory()
    as_owner.task()
    found = counted(as_owner)
    assert (found["expired"], found["autoSummaries"], found["score"]) == (1, 1, 66)
    as_owner.change("memory", both, 1, expiresAt=None)
    assert counted(as_owner)["score"] == 66


def test_what_others_keep_private_has_no_fault(as_owner: Caller, as_writer: Caller, project: Project) -> None:
    number = as_writer.memory(visibility="private", expiresAt="2001-01-01")
    assert (counted(as_writer)["expired"], listed(as_writer, project, "expired")) == (1, [number])
    assert (counted(as_owner)["expired"], listed(as_owner, project, "expired")) == (0, [])


def test_another_projects_are_its_own(as_owner: Caller, project: Project) -> None:
    other = Caller(as_owner.actor, as_owner.call("project_store", projectId=None, name="Other")["projectId"])
    MAKE["expired"](other)
    assert (counted(as_owner)["expired"], listed(as_owner, project, "expired")) == (0, [])


def test_the_latest_change_comes_first_in_pages(as_owner: Caller, project: Project) -> None:
    made = add_items(project, "memory", ({"expiresAt": "2001-01-01T00:00:00Z"} for _ in range(5)))
    numbers = [item.number for item in made]
    as_owner.change("memory", made[2].number or 0, 1, title="Changed")
    found = [fault_entries(as_owner.actor, project, "expired", limit=2, offset=offset) for offset in (0, 2, 4, 6)]
    assert {page["total"] for page in found} == {5}
    shown = [entry["number"] for page in found for entry in page["items"]]
    assert shown == [numbers[place] for place in (2, 4, 3, 1, 0)]


def test_equals_stand_in_the_same_order_every_time(as_owner: Caller, project: Project) -> None:
    made = add_items(project, "memory", ({"expiresAt": "2001-01-01T00:00:00Z"} for _ in range(5)))
    project.items.update(updated_at=timezone.now())
    for _ in range(2):
        assert listed(as_owner, project, "expired") == [item.number for item in reversed(made)]


def test_an_entry_is_the_kinds_own_with_its_kind(as_owner: Caller, project: Project) -> None:
    MAKE["contradicting"](as_owner)
    parent, page = as_owner.page("Above"), as_owner.page("Below", summary="(auto) It begins so")
    as_owner.change("page", page, parent=parent)
    [entry] = fault_entries(as_owner.actor, project, "autoSummaries", limit=10)["items"]
    [in_list] = [each for each in as_owner.call("item_list", kind="page")["items"] if each["number"] == page]
    assert entry == {"kind": "page", **in_list}
    kinds = [each["kind"] for each in fault_entries(as_owner.actor, project, "contradicting", limit=10)["items"]]
    assert kinds == ["page", "memory"]


@pytest.mark.parametrize("fault", ["", "score", "Stale", "any"])
def test_another_fault_is_refused_with_the_allowed_ones(as_owner: Caller, project: Project, fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        fault_entries(as_owner.actor, project, fault, limit=10)
    assert refused.value.as_dict()["field"] == "fault"
    assert all(name in refused.value.as_dict()["message"] for name in FAULTS)


def test_the_same_few_queries_whatever_the_size(
    as_owner: Caller, project: Project, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def cost() -> None:
        with django_assert_max_num_queries(2):
            hygiene(as_owner.actor, project)
        for fault in FAULTS:
            with django_assert_max_num_queries(3):
                fault_entries(as_owner.actor, project, fault, limit=20)

    for _ in range(2):
        for make in MAKE.values():
            make(as_owner)
    cost()
    parent = as_owner.memory()
    states = [{"expiresAt": "2001-01-01T00:00:00Z", "summary": "(auto) So"} for _ in range(100)]
    add_items(project, "memory", states, parent=project.items.get(number=parent))
    cost()
