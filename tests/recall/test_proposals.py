"""What recall tells of proposals: what waits for the caller's decision, and what became of the caller's own."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent

WAIT = "proposals that wait for you"
OUTCOMES = "your proposals that were decided since your last recall"


def part(text: str, heading: str) -> list[str]:
    """The lines below a heading."""
    lines = text.split("\n")
    if heading not in lines:
        return []
    below = lines[lines.index(heading) + 1 :]
    return [
        line
        for index, line in enumerate(below)
        if all(each.startswith(("proposal:", "…")) for each in below[: index + 1])
    ]


def propose(caller: Caller, title: str = "New", **more: object) -> str:
    fields = {"title": title, "summary": "S"}
    return str(caller.call("item_store", kind="memory", fields=fields, reason="Because.", propose=True, **more)["ref"])


def test_it_waits_for_who_may_decide_and_for_nobody_else(
    as_writer: Caller, as_moderator: Caller, as_reader: Caller
) -> None:
    ref = propose(as_writer)
    [line] = part(as_moderator.text("recall"), WAIT)
    assert line == f'{ref} "New" (new memory, reason: "Because.", by Chi via claude-code)'
    assert part(as_writer.text("recall"), WAIT) == []
    assert ref not in as_reader.text("recall")


def test_a_key_that_needs_review_decides_nothing(as_writer: Caller, owner: User, project: Project) -> None:
    propose(as_writer)
    assert part(through_agent(owner, project, review_always=True).text("recall"), WAIT) == []


def test_a_change_names_its_item(as_writer: Caller, as_moderator: Caller) -> None:
    number = as_moderator.memory()
    as_writer.change("memory", number, 1, title="Better")
    [line] = part(as_moderator.text("recall"), WAIT)
    assert f'"Better" (changes #{number}, by Chi' in line


def test_the_outcome_and_the_reason_reach_the_authors_agent(as_writer: Caller, as_moderator: Caller) -> None:
    as_writer.text("recall")
    rejected, approved = propose(as_writer, "One"), propose(as_writer, "Two")
    as_moderator.call("item_action", ref=rejected, action="reject", reason='Known "already".')
    number = as_moderator.call("item_action", ref=approved, action="approve")["number"]

    lines = part(as_writer.text("recall"), OUTCOMES)

    assert lines == [
        f'{approved} "Two" (approved as #{number} v1 by Bea via claude-code)',
        f'{rejected} "One" (rejected by Bea via claude-code, reason: "Known \'already\'.")',
    ]
    assert part(as_moderator.text("recall"), OUTCOMES) == []


@pytest.mark.django_db(transaction=True)
def test_it_is_told_again_for_ten_minutes_and_then_no_more(as_writer: Caller, as_moderator: Caller) -> None:
    as_writer.text("recall")
    as_moderator.call("item_action", ref=propose(as_writer), action="reject", reason="No.")
    assert part(as_writer.text("recall"), OUTCOMES) == part(as_writer.text("recall"), OUTCOMES) != []
    with time_machine.travel(timezone.now() + timedelta(minutes=11), tick=False):
        as_writer.text("recall")
    with time_machine.travel(timezone.now() + timedelta(minutes=22), tick=False):
        assert part(as_writer.text("recall"), OUTCOMES) == []


def test_a_keys_first_recall_has_no_outcomes(as_writer: Caller, as_moderator: Caller) -> None:
    as_moderator.call("item_action", ref=propose(as_writer), action="reject", reason="No.")
    assert part(as_writer.text("recall"), OUTCOMES) == []


def test_what_a_key_decided_itself_is_no_news_to_it(as_writer: Caller) -> None:
    as_writer.text("recall")
    as_writer.call("item_action", ref=propose(as_writer), action="withdraw")
    assert part(as_writer.text("recall"), OUTCOMES) == []


def test_a_memory_that_a_person_approved_says_so(as_writer: Caller, as_moderator: Caller) -> None:
    as_moderator.call("item_action", ref=propose(as_writer), action="approve")
    assert "by Chi via claude-code, approved by Bea" in as_writer.text("recall")


@pytest.mark.parametrize("budget", [500, 2_000, 6_000])
def test_hundreds_stay_within_the_budget(as_writer: Caller, as_moderator: Caller, budget: int) -> None:
    fields = [{"kind": "memory", "fields": {"title": f"T{n} " + "x" * 190, "summary": "S"}} for n in range(100)]
    for place in range(2):
        as_writer.call("item_store", kind="memory", batch={"idempotencyKey": str(place), "items": fields})
    text = as_moderator.text("recall", maxChars=budget)
    assert len(text) <= budget
    assert "item_list kind proposal" in text


def test_the_locked_are_left_out(as_writer: Caller, as_moderator: Caller, project: Project) -> None:
    number = as_moderator.memory()
    as_writer.change("memory", number, 1, title="Canary")
    project.items.filter(number=number).update(sealed=True, state=None)
    assert "Canary" not in as_moderator.text("recall")
