"""What the page of one proposal shows, and to whom."""

import pytest
from django.test import Client

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.proposals.pages.conftest import TEXT, Propose


def test_the_head_line_reason_and_words(at_moderator: Looking, propose: Propose, memory: int) -> None:
    propose()
    second = propose(memory, content=TEXT.replace("three", "drei"), tags=["cache"], reason="Measured on Monday.")

    page = at_moderator.get(f"{second.pk}/")

    said = words(page)
    assert "Proposal 2 of 2 memory by Chi" in said
    assert "claude-code" in said
    assert "base v1, the current one" in said
    assert "Why: “Measured on Monday.”" in said
    assert "<del>three</del>" in page
    assert "<ins>drei</ins>" in page
    assert "<ins>cache</ins>" in page
    assert "Unchanged: title, summary" in said
    assert f'href="/p/{second.project_id}/{memory}/"' in page


def test_a_new_one_is_shown_as_it_will_read(at_moderator: Looking, propose: Propose) -> None:
    made = propose(content="# Atlas\n\nIt is *big*.", tags=["render"])

    page = at_moderator.get(f"{made.pk}/")

    assert "<em>big</em>" in page
    assert "How big it is" in page
    assert "As typed" in page
    assert "<ins>It is *big*.</ins>" in at_moderator.get(f"{made.pk}/", view="beside")


def test_what_nobody_sees_is_named(at_moderator: Looking, propose: Propose, memory: int) -> None:
    change = propose(memory, content="one\u202etwo\n")
    new = propose(title="Pay\u200bload", content="fine\u200b\n")

    assert "RLO" in words(at_moderator.get(f"{change.pk}/"))
    page = words(at_moderator.get(f"{new.pk}/"))
    assert "ZWSP" in page
    assert "characters that nobody sees" in page


def test_unchanged_stretches_are_folded_and_unfold(at_moderator: Looking, propose: Propose, as_owner: Caller) -> None:
    long = "".join(f"line {n}\n" for n in range(60))
    number = as_owner.memory("Long", content=long)
    made = propose(number, content=long.replace("line 3\n", "LINE 3\n"))

    assert "53 unchanged lines" in words(at_moderator.get(f"{made.pk}/"))
    assert "unchanged lines" not in words(at_moderator.get(f"{made.pk}/", whole="1")).replace("Fold what is", "")
    assert "diff-beside" in at_moderator.get(f"{made.pk}/", view="beside")


def test_a_base_that_moved_on_shows_what_approving_makes_and_what_was_proposed(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"))
    as_owner.change("memory", memory, 1, content=TEXT.replace("seven", "sieben"))

    page = at_moderator.get(f"{made.pk}/")
    assert "base v1 · now v2, merged cleanly" in words(page)
    assert "1 change since by Ada" in words(page)
    assert "<ins>zwei</ins>" in page
    assert "<ins>sieben</ins>" not in page
    assert "sieben" not in at_moderator.get(f"{made.pk}/", against="base", whole="1")


def test_places_stand_among_the_fields(at_moderator: Looking, as_writer: Caller, as_owner: Caller) -> None:
    above, number = as_owner.page("Operations"), as_owner.page("Runbook")
    sent = as_writer.call(
        "item_store",
        kind="page",
        number=number,
        version=1,
        fields={"title": "Runbooks", "parent": above, "position": 0},
    )
    said = words(at_moderator.get(f"{sent['ref'].partition(':')[2]}/"))
    assert "the top level → #1 Operations" in said
    assert "position 1 → 0" in said


def test_a_repeat_shows_the_earlier_reason(
    at_moderator: Looking, propose: Propose, as_moderator: Caller, memory: int
) -> None:
    first = propose(memory, summary="On start")
    as_moderator.call("item_action", ref=first.ref, action="reject", reason="It is <b>on deploy</b>.")
    again = propose(memory, summary="On start")

    said = words(at_moderator.get(f"{again.pk}/"))
    assert "The same was rejected before by Bea" in said
    assert "“It is <b>on deploy</b>.”" in said


HOSTILE = "<script>alert(1)</script>" + "x" * 120 + "\u202e"


def test_hostile_texts_are_texts(at_moderator: Looking, propose: Propose) -> None:
    made = propose(title=HOSTILE, summary="<img src=x onerror=1>", reason="</p><script>1</script>")

    page = at_moderator.get(f"{made.pk}/")
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "<script>1" not in page
    done = at_moderator.post(f"{made.pk}/approve/", 200, swap=True, seen=0).content.decode()
    assert "<script>alert" not in done


@pytest.mark.parametrize("who", ["at_reader", "at_outsider"])
def test_it_isnt_there_for_others(request: pytest.FixtureRequest, propose: Propose, who: str) -> None:
    made = propose()
    looking: Looking = request.getfixturevalue(who)
    looking.get(f"{made.pk}/", 404)
    for act in ("approve", "reject", "withdraw", "skip", "unskip", "reading", "restore", "edit"):
        looking.post(f"{made.pk}/{act}/", 404, seen=0)
    assert Client().get(f"/proposals/{made.pk}/").status_code == 302


def test_a_writer_reads_it_and_isnt_offered_to_decide(
    at_writer: Looking, propose: Propose, project: Project, moderator: User
) -> None:
    made = propose()
    page = at_writer.get(f"{made.pk}/")
    assert "data-approve" not in page
    assert "data-reject" not in page
    assert "yours" in page
    assert "pending" in page
    at_writer.post(f"{made.pk}/approve/", 403, seen=0)
    at_writer.post(f"{made.pk}/reject/", 403, seen=0, reason="No")
    at_writer.get(f"{made.pk}/edit/", 403)
    made.refresh_from_db()
    assert made.pending


def test_a_locked_one_shows_nothing_of_its_text(at_moderator: Looking, propose: Propose, memory: int) -> None:
    made = propose(memory, title="Very secret", summary="So it is")
    type(made).objects.filter(pk=made.pk).update(sealed=True, state=None)

    page = at_moderator.get(f"{made.pk}/")
    assert "It is locked" in page
    assert "Very secret" not in page
    assert "data-approve" not in page
    at_moderator.post(f"{made.pk}/approve/", 423, seen=1)
