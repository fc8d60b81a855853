"""What needs tidying: each fault with its items, what to do, and the score."""

from datetime import timedelta

import pytest
from django.utils import timezone

from conderis.accounts.models import User
from items.models import Version
from projects.models import Project
from tests.calls import Caller
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking, link, numbers, words


@pytest.fixture
def look(reader: User, project: Project) -> Looking:
    return Looking(reader, f"/p/{project.pk}/hygiene/")


def test_nothing_to_tidy_up(look: Looking, as_owner: Caller) -> None:
    as_owner.memory()

    page = words(look.get())

    assert "Nothing to tidy up" in page
    assert "100 of 100" in page


def test_each_fault_says_what_to_do(look: Looking, as_owner: Caller) -> None:
    one, other, source, derived = (as_owner.memory(f"M{n}") for n in range(4))
    as_owner.relate(one, "contradicts", other)
    as_owner.relate(derived, "derived_from", source)
    as_owner.change("memory", source, 1, summary="Not so")
    past = as_owner.memory("Past", expiresAt="2020-01-01")
    auto = as_owner.memory("Auto", "(auto) made by a machine")
    waits = as_owner.task("Waits")
    as_owner.act(waits, "block", 1, reason="The vendor")
    Version.objects.filter(item__number=waits).update(at=timezone.now() - timedelta(days=40))

    page = look.get()

    parts = {part.split('"')[0]: part for part in page.split('aria-labelledby="fault-')[1:]}
    assert {name: set(numbers(part)) for name, part in parts.items()} == {
        "contradicting": {one, other},
        "stale": {derived},
        "expired": {past},
        "autoSummaries": {auto},
        "longBlocked": {waits},
    }
    for advice in (
        "keep the one that holds",
        "read it again",
        "give them a later date",
        "write one line",
        "Ask whoever",
    ):
        assert advice in page
    assert "14 of 100" in words(page)  # six of seven


def test_many_are_bounded(look: Looking, project: Project) -> None:
    add_items(project, "memory", [{"title": f"M{n}", "summary": "(auto) x"} for n in range(60)])

    page = look.get()
    assert len(numbers(page)) == 10

    alone = look.get(link(page, "All 60").removeprefix(look.base))
    assert len(numbers(alone)) == 50
    rest = look.get(link(alone, "Further ones").removeprefix(look.base))
    assert len(numbers(rest)) == 10
    assert "Further ones" not in rest


def test_another_fault_is_none(look: Looking) -> None:
    look.get("", 400, fault="boring")
    look.get("", 400, fault="stale", offset="-1")
