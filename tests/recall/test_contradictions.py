"""What contradicts stands beside each other, but each entry once, and only what recall may show at all."""

import pytest

from projects.models import Project
from tests.calls import Caller
from tests.recall.test_recall import entries, line_of, recalled


@pytest.fixture
def upstream(as_owner: Caller, project: Project) -> Caller:
    made = as_owner.call("project_store", projectId=None, name="Upstream", public=True)["projectId"]
    as_owner.call("project_store", upstream=made)
    return Caller(as_owner.actor, made)


def test_it_counts_nothing_below_zero(as_owner: Caller) -> None:
    first, second = as_owner.memory("First"), as_owner.memory("Second")
    handoff = as_owner.memory("Handoff", type="handoff")
    as_owner.relate(first, "contradicts", second)
    as_owner.relate(handoff, "contradicts", first)
    text = recalled(as_owner)
    assert "more:" not in text
    assert sorted(entries(text)) == [f"#{first}", f"#{second}", f"#{handoff}"]


def test_handoffs_stay_handoffs(as_owner: Caller) -> None:
    memory, handoff = as_owner.memory("Memory"), as_owner.memory("Handoff", type="handoff")
    as_owner.relate(handoff, "contradicts", memory)
    lines = recalled(as_owner).splitlines()
    assert lines.index("newest handoffs") + 2 == lines.index("memories")


def test_what_is_superseded_isnt_drawn_in_again(as_owner: Caller) -> None:
    old, new, other = as_owner.memory("Old"), as_owner.memory("New"), as_owner.memory("Other")
    as_owner.relate(new, "supersedes", old)
    as_owner.relate(other, "contradicts", old)
    text = recalled(as_owner)
    assert f"#{old}" not in entries(text)
    assert "contradicts" not in line_of(text, f"#{other}")


def test_an_upstreams_are_named_by_its_project(upstream: Caller, as_owner: Caller) -> None:
    first, second = upstream.memory("First"), upstream.memory("Second")
    upstream.relate(first, "contradicts", second)
    line = line_of(as_owner.text("recall"), f"{upstream.project_id}#{first}")
    assert f"contradicts {upstream.project_id}#{second}" in line


def test_an_upstreams_private_ones_arent_drawn_in(upstream: Caller, as_owner: Caller) -> None:
    shared, mine = upstream.memory("Shared"), upstream.memory("Mine", visibility="private")
    upstream.relate(mine, "contradicts", shared)
    text = as_owner.text("recall")
    assert f"{upstream.project_id}#{mine}" not in text
    assert "contradicts" not in line_of(text, f"{upstream.project_id}#{shared}")


def test_hygiene_and_stale_marks_dont_tell_of_private_ones(as_owner: Caller, as_writer: Caller) -> None:
    shared, derived = as_owner.memory("Shared"), as_owner.memory("Derived")
    mine = as_owner.memory("Mine", visibility="private")
    as_owner.relate(mine, "contradicts", shared)
    as_owner.relate(derived, "derived_from", mine)
    as_owner.change("memory", mine, 1, content="new")

    hygiene = as_writer.call("project_get")["hygiene"]
    assert (hygiene["contradicting"], hygiene["stale"], hygiene["score"]) == (0, 0, 100)
    assert "stale" not in line_of(recalled(as_writer), f"#{derived}")

    hygiene = as_owner.call("project_get")["hygiene"]
    assert (hygiene["contradicting"], hygiene["stale"]) == (2, 1)


def test_many_are_named_by_their_number(as_owner: Caller) -> None:
    first = as_owner.memory("First")
    for place in range(7):
        as_owner.relate(as_owner.memory(f"Other {place}"), "contradicts", first)
    line = line_of(recalled(as_owner), f"#{first}")
    assert line.count("contradicts #") == 5
    assert "contradicts 2 more" in line


def test_an_expired_one_supersedes_nothing(as_owner: Caller) -> None:
    old, new = as_owner.memory("Old"), as_owner.memory("New", expiresAt="2001-01-01")
    as_owner.relate(new, "supersedes", old)
    assert entries(recalled(as_owner)) == [f"#{old}"]
