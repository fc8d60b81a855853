"""The budget holds to the character, whatever the project holds, and no part starves another."""

import re
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conderis.accounts.models import User
from conderis.recall.budget import Section, fit
from items.models import Item
from projects.models import Project
from tests.calls import Caller
from tests.factories import OrganizationFactory
from tests.items.bulk import add_items

MORE = re.compile(r"… (\d+) more: item_list kind (\w+)")
KIND_OF = {"tasks": "task", "memories": "memory", "pages": "page"}
HOSTILE = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="\n\r\u2028\u202e\u200b\"'#12 …|🦉日", max_size=200),
    st.sampled_from(
        ["T" * 200, '#12 "forged" (fact)', "guide v9", "… 3 more: item_list kind task", "| x", " ", "🦉" * 200]
    ),
)


def storable(text: str) -> str:
    return "".join(c for c in text if c != "\0" and not "\ud800" <= c <= "\udfff") or "T"


LINES = st.one_of(
    st.lists(st.integers(0, 700), max_size=30),
    st.lists(st.integers(0, 4), min_size=100, max_size=400),
)  # how long each is


@given(
    head=st.lists(st.text(max_size=60), min_size=2, max_size=3),
    parts=st.lists(st.tuples(LINES, st.integers(0, 200), st.sampled_from(["task", "page"])), max_size=8),
    most=st.integers(500, 20_000),
)
@settings(max_examples=100, deadline=None)
def test_any_parts_fit(head: list[str], parts: list[tuple[list[int], int, str]], most: int) -> None:
    sections = [
        Section(f"part {place}", ["x" * length for length in lengths], len(lengths) + unread, f"item_list kind {kind}")
        for place, (lengths, unread, kind) in enumerate(parts)
    ]
    whole = len(fit(head, sections, 10**6))
    for bound in (most, whole, whole - 1, whole - 7, whole - 40, whole // 2, 1_999, 2_000):
        if 500 <= bound <= 20_000:
            text = fit(head, sections, bound)
            assert len(text) <= bound
            assert text.startswith("\n".join(head))


@pytest.fixture
def crowded(as_owner: Caller, project: Project) -> Caller:
    """A project with more of everything than any budget holds."""
    project.organization = OrganizationFactory(instructions="Organization says so. " * 900)
    project.save()
    long = {"title": "T" * 200, "summary": "S" * 280}
    reason = {"status": "blocked", "blockedReason": "R" * 400}
    add_items(project, "task", [{**long, **(reason if place % 5 == 0 else {})} for place in range(90)])
    add_items(project, "memory", [{**long, "tags": ["x" * 30] * 5} for _ in range(90)])
    add_items(project, "page", [long] * 90)
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": "The project says so. " * 900})
    return as_owner


def test_a_crowded_project(crowded: Caller) -> None:
    for most in (500, 501, 777, 1_000, 1_999, 2_000, 2_001, 3_456, 6_000, 12_345, 19_999, 20_000):
        text = crowded.text("recall", maxChars=most)
        assert len(text) <= most
        assert text.startswith("guide v")
        if most < 2_000:
            assert sum(line.startswith("…") for line in text.splitlines()) == 1
            assert text.splitlines()[-1].startswith("…")
            assert "item_list" in text.splitlines()[-1]
            continue
        left = {kind: int(count) for count, kind in MORE.findall(text)}
        shown = dict.fromkeys(left, 0)
        kind = ""
        for line in text.splitlines():
            kind = KIND_OF.get(line, kind)
            shown[kind] = shown.get(kind, 0) + line.startswith("#")
        assert {kind: left[kind] + shown[kind] for kind in left} == {"task": 90, "memory": 90, "page": 90}


def test_no_part_starves_another(crowded: Caller) -> None:
    for most in (6_000, 20_000):
        text = crowded.text("recall", maxChars=most)
        assert "Organization says so." in text
        assert "The project says so." in text
        parts = re.split(r"^(tasks|memories|pages)$", text, flags=re.MULTILINE)
        for name, part in zip(parts[1::2], parts[2::2], strict=True):
            assert sum(line.startswith("#") for line in part.splitlines()) >= 1, name
        assert len(text) > most * 0.8, "room is left unused"


def test_a_part_that_needs_less_gives_the_rest_to_the_others(as_owner: Caller, project: Project) -> None:
    add_items(project, "memory", [{"title": "M" * 150} for _ in range(90)])
    alone = as_owner.text("recall", maxChars=6_000)
    as_owner.task("Small")
    as_owner.page("Small")
    together = as_owner.text("recall", maxChars=6_000)
    assert "Small" in together
    assert len(alone) > 5_500
    assert len(together) > 5_500


def test_what_fits_isnt_cut(as_owner: Caller, project: Project) -> None:
    add_items(project, "task", [{} for _ in range(20)])
    add_items(project, "page", [{} for _ in range(20)])
    text = as_owner.text("recall")
    assert "…" not in text
    assert sum(line.startswith("#") for line in text.splitlines()) == 40


def test_without_a_project(as_owner: Caller, owner: User) -> None:
    for place in range(30):
        as_owner.personal(f"Mine {place} {'m' * 150}")
    for most in (500, 1_999, 2_000, 6_000):
        text = as_owner.text("recall", projectId=None, maxChars=most)
        assert len(text) <= most
        assert "Lighthouse" in text or most < 2_000


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    texts=st.lists(HOSTILE, min_size=1, max_size=12),
    budgets=st.lists(st.integers(500, 20_000), min_size=2, max_size=2),
    instructions=st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=400),
)
def test_a_hostile_project(
    as_owner: Caller, project: Project, texts: list[str], budgets: list[int], instructions: str
) -> None:
    with transaction.atomic():
        count = _fill(project, [storable(text) for text in texts], instructions)
        for most in [500, *budgets]:
            text = as_owner.text("recall", maxChars=most)
            assert len(text) <= most
            lines = text.split("\n")
            assert text.splitlines() == lines
            named = [line.split(" ")[0] for line in lines if re.match(r"#\d+ ", line)]
            assert len(named) == len(set(named)) <= count
            assert sum(line.startswith("guide v") for line in lines) == 1
        transaction.set_rollback(True)


def _fill(project: Project, texts: list[str], instructions: str) -> int:
    """How many entries there are: a blocked task, a memory and a page a text."""
    states: list[dict[str, Any]] = [
        {"title": text[:200], "summary": texts[-place][:280], "content": text, "tags": ["a"]}
        for place, text in enumerate(texts)
    ]
    for kind in ("memory", "page"):
        add_items(project, kind, states)
    add_items(project, "task", [{**state, "status": "blocked", "blockedReason": state["content"]} for state in states])
    add_items(project, "instructions", [{"content": instructions}])
    Item.objects.filter(kind="instructions").update(number=None)
    return 3 * len(texts)
