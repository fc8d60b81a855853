"""What stands on an entry and beside it: handoffs first, contradictions side by side, what is stale."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.calls import Caller
from tests.recall.test_recall import entries, line_of, recalled

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


def facts_of(text: str, number: int) -> str:
    """What the line says behind the texts of the item."""
    return line_of(text, f"#{number}").rsplit('"', 1)[-1]


class TestHandoffs:
    def test_the_newest_three_before_the_other_memories(self, as_owner: Caller) -> None:
        heavy = as_owner.memory("Heavy", weight=5)
        made = []
        for hour in range(4):
            with time_machine.travel(NOON + timedelta(hours=hour), tick=False):
                made.append(as_owner.memory(f"Handoff {hour}", type="handoff", weight=1))
        named = entries(recalled(as_owner))
        assert named == [f"#{number}" for number in (made[3], made[2], made[1], heavy, made[0])]

    def test_one_that_is_changed_is_the_newest(self, as_owner: Caller) -> None:
        with time_machine.travel(NOON, tick=False):
            first, second = as_owner.memory(type="handoff"), as_owner.memory(type="handoff")
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            as_owner.change("memory", first, 1, content="more")
        assert entries(recalled(as_owner)) == [f"#{first}", f"#{second}"]


class TestContradictions:
    def test_both_are_marked_and_stand_beside_each_other(self, as_owner: Caller) -> None:
        first = as_owner.memory("First", weight=5)
        between, last = as_owner.memory("Between", weight=4), as_owner.memory("Last", weight=1)
        as_owner.relate(last, "contradicts", first)
        text = recalled(as_owner)
        assert entries(text) == [f"#{first}", f"#{last}", f"#{between}"]
        assert f"contradicts #{last}" in facts_of(text, first)
        assert f"contradicts #{first}" in facts_of(text, last)
        assert "contradicts" not in facts_of(text, between)

    def test_only_while_both_are_active(self, as_owner: Caller) -> None:
        first, second = as_owner.memory(), as_owner.memory()
        as_owner.relate(first, "contradicts", second)
        as_owner.act(second, "archive", 1)
        assert "contradicts" not in facts_of(recalled(as_owner), first)

    def test_a_private_ones_is_its_authors_alone(self, as_owner: Caller, as_writer: Caller) -> None:
        shared, mine = as_owner.memory("Shared"), as_writer.memory("Mine", visibility="private")
        as_writer.relate(mine, "contradicts", shared)
        assert f"contradicts #{mine}" in facts_of(recalled(as_writer), shared)
        assert "contradicts" not in facts_of(recalled(as_owner), shared)


class TestStale:
    @pytest.fixture
    def derived(self, as_owner: Caller) -> tuple[int, int]:
        """A source, and what was derived from it."""
        with time_machine.travel(NOON, tick=False):
            source, number = as_owner.memory("Source"), as_owner.memory("Derived")
            as_owner.relate(number, "derived_from", source)
        assert "stale" not in facts_of(recalled(as_owner), number)
        return source, number

    @time_machine.travel(NOON + timedelta(hours=1), tick=False)
    def test_when_its_source_changed(self, as_owner: Caller, derived: tuple[int, int]) -> None:
        source, number = derived
        as_owner.change("memory", source, 1, content="new")
        text = recalled(as_owner)
        assert re.search(r"\bstale\b", facts_of(text, number))
        assert "stale" not in facts_of(text, source)

    @time_machine.travel(NOON + timedelta(hours=1), tick=False)
    def test_when_its_source_was_archived(self, as_owner: Caller, derived: tuple[int, int]) -> None:
        source, number = derived
        as_owner.act(source, "archive", 1)
        assert re.search(r"\bstale\b", facts_of(recalled(as_owner), number))

    def test_not_when_it_is_brought_up_to_date(self, as_owner: Caller, derived: tuple[int, int]) -> None:
        source, number = derived
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            as_owner.change("memory", source, 1, content="new")
        with time_machine.travel(NOON + timedelta(hours=2), tick=False):
            as_owner.change("memory", number, 1, content="new too")
            assert "stale" not in facts_of(recalled(as_owner), number)

    @time_machine.travel(NOON + timedelta(hours=1), tick=False)
    def test_a_move_or_a_relation_of_the_source_is_no_change(self, as_owner: Caller, derived: tuple[int, int]) -> None:
        source, number = derived
        other = as_owner.memory("Other")
        as_owner.change("memory", source, parent=other)
        as_owner.relate(source, "related", other)
        assert "stale" not in facts_of(recalled(as_owner), number)


class TestFocus:
    def test_relevance_comes_before_weight(self, as_owner: Caller) -> None:
        heavy, relevant = as_owner.memory("Lamps", weight=5), as_owner.memory("The kestrel nests", weight=1)
        page, kestrel = as_owner.page("Notes"), as_owner.page("Kestrels of the coast")
        assert entries(recalled(as_owner)) == [f"#{heavy}", f"#{relevant}", f"#{kestrel}", f"#{page}"]
        focused = entries(recalled(as_owner, focus="where does the kestrel nest?"))
        assert focused == [f"#{relevant}", f"#{heavy}", f"#{kestrel}", f"#{page}"]

    def test_tasks_keep_their_own_order(self, as_owner: Caller) -> None:
        urgent, kestrel = as_owner.task("Lamps", priority="urgent"), as_owner.task("The kestrel")
        assert entries(recalled(as_owner, focus="kestrel")) == [f"#{urgent}", f"#{kestrel}"]

    def test_only_its_first_4000_characters_count(self, as_owner: Caller) -> None:
        heavy, relevant = as_owner.memory("Lamps", weight=5), as_owner.memory("The kestrel", weight=1)
        filler = "and so on " * 400
        assert entries(recalled(as_owner, focus=f"kestrel {filler}"))[0] == f"#{relevant}"
        assert entries(recalled(as_owner, focus=f"{filler} kestrel"))[0] == f"#{heavy}"

    def test_by_weight_then_type_then_age(self, as_owner: Caller) -> None:
        with time_machine.travel(NOON, tick=False):
            old = as_owner.memory(type="decision")
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            new, heavy = as_owner.memory(type="decision"), as_owner.memory(weight=4, type="fact")
        assert entries(recalled(as_owner)) == [f"#{heavy}", f"#{new}", f"#{old}"]
