"""What one agent proposed in one sitting stands together and is decided together, each with its own result."""

from collections.abc import Iterable
from typing import Any

import pytest

from conderis.accounts.models import User
from projects.models import Project
from proposals.models import Proposal
from tests.calls import Caller
from tests.items.pages.browser import _Forms
from tests.items.pages.looking import Looking, words
from tests.proposals.bulk import add_proposals
from tests.proposals.making import order, propose, propose_new


@pytest.fixture
def at(project: Project) -> str:
    return f"/p/{project.pk}/proposals/"


@pytest.fixture
def look(at: str, moderator: User) -> Looking:
    return Looking(moderator, at)


def sent(ids: Iterable[int], decision: str, **more: Any) -> dict[str, Any]:
    """What a browser sends of a group's form."""
    return {"proposal": list(ids), "decision": decision, "reason": "", **more}


def test_a_sitting_stands_together_though_others_proposed_between(
    look: Looking, as_writer: Caller, as_owner: Caller
) -> None:
    for caller, title in ((as_writer, "C1"), (as_owner, "A1"), (as_writer, "C2"), (as_owner, "A2")):
        propose_new(caller, title)
    page = look.get()
    assert order(page, "C1", "C2", "A1", "A2") == ["C1", "C2", "A1", "A2"]
    assert "Chi through the agent claude-code in one sitting" in words(page)


def test_one_alone_is_no_group(look: Looking, as_writer: Caller, as_owner: Caller) -> None:
    propose_new(as_writer)
    propose_new(as_owner)
    assert "in one sitting" not in words(look.get())
    assert 'name="decision"' not in look.get()


def test_all_boxes_are_on_and_the_sitting_can_be_read_one_by_one(look: Looking, as_writer: Caller) -> None:
    ids = [propose_new(as_writer, f"N{n}") for n in range(3)]
    page = look.get()
    assert page.count('name="proposal"') == page.count(" checked>") == 3
    assert f'href="/proposals/{ids[0]}/?sitting={ids[0]}"' in page


def test_the_form_of_a_page_without_javascript_approves_all(look: Looking, at: str, as_writer: Caller) -> None:
    for n in range(2):
        propose_new(as_writer, f"N{n}")
    [form] = [form for form in _Forms(look.get()).forms if {"decision": "approve"} in form.buttons]
    assert form.action == f"{at}?"
    ids = list(Proposal.objects.values_list("pk", flat=True))
    seen = {name: value for name, value in form.fields.items() if name.startswith("seen-")}
    answer = look.post("", 200, **sent(ids, "approve", **seen))
    assert "approved as #1 version 1" in words(answer.content.decode())
    assert "Nothing waits" in words(answer.content.decode())


def test_each_has_its_own_result(look: Looking, as_writer: Caller, as_owner: Caller) -> None:
    number = as_owner.memory("Cache", content="one")
    clash = propose(as_writer, number, content="two")
    clean = propose(as_writer, number, tags=["a"])
    as_owner.change("memory", number, 1, content="three")
    new, late = propose_new(as_writer, "Shards"), propose_new(as_writer, "Late")
    as_owner.call("item_action", ref=f"proposal:{late}", action="reject", reason="Not <b>this</b>.")
    seen = {f"seen-{clash}": 2, f"seen-{clean}": 2}
    page = look.post("", 200, swap=True, **sent([clash, clean, new, late], "approve", **seen)).content.decode()
    said = words(page)
    assert "3 decided, 1 still waits Cache text can’t be merged into version 2: open it, edit and approve" in said
    assert f"approved as #{number} version 3, merged onto version 2" in said
    assert f"Shards approved as #{number + 1} version 1" in said
    assert "rejected already by Ada: “Not <b>this</b>.”" in said
    assert "<b>this" not in page
    assert "<main" not in page
    assert Proposal.objects.get(pk=clash).pending


def test_rejecting_takes_one_reason_for_all(look: Looking, as_writer: Caller) -> None:
    ids = [propose_new(as_writer, f"N{n}") for n in range(3)]
    page = look.post("", 200, **sent(ids[:2], "reject", reason="Too vague.")).content.decode()
    assert "N0 rejected" in words(page)
    assert list(Proposal.objects.order_by("pk").values_list("status", "decision_reason")) == [
        ("rejected", "Too vague."), ("rejected", "Too vague."), ("pending", ""),
    ]  # fmt: skip


def test_without_a_reason_nothing_is_rejected_and_the_choice_stays(look: Looking, as_writer: Caller) -> None:
    ids = [propose_new(as_writer, f"N{n}") for n in range(3)]
    page = look.post("", 400, **sent(ids[1:], "reject", sitting=ids[0])).content.decode()
    assert "Say why" in words(page)
    assert page.count('name="proposal"') == 3
    boxes = page.split('name="proposal"')[1:]
    assert [" checked>" in box.partition("</label>")[0] for box in boxes] == [False, True, True]
    assert Proposal.objects.filter(status="pending").count() == 3


def test_nothing_chosen(look: Looking, as_writer: Caller) -> None:
    ids = [propose_new(as_writer, f"N{n}") for n in range(2)]
    assert "Choose at least one" in words(look.post("", 400, **sent([], "approve", sitting=ids[0])).content.decode())


def test_a_list_that_is_out_of_date_says_so(look: Looking, as_writer: Caller, as_owner: Caller) -> None:
    number = as_owner.memory("Cache")
    ident = propose(as_writer, number, summary="Mine.")
    as_owner.change("memory", number, 1, tags=["x"])
    page = look.post("", 200, **sent([ident], "approve", **{f"seen-{ident}": 1})).content.decode()
    assert "Ada made it version 2 since this list was drawn: look at it again" in words(page)
    assert Proposal.objects.get(pk=ident).pending


@pytest.mark.parametrize(("person", "status"), [("writer", 403), ("reader", 404), ("outsider", 404)])
def test_who_may_not_decide(
    at: str, as_owner: Caller, person: str, status: int, writer: User, reader: User, outsider: User
) -> None:
    ident = propose_new(as_owner)
    user = {"writer": writer, "reader": reader, "outsider": outsider}[person]
    Looking(user, at).post("", status, **sent([ident], "approve"))
    assert Proposal.objects.get(pk=ident).pending


def test_a_large_sitting_comes_in_parts_that_can_each_be_decided(look: Looking, writer: User, project: Project) -> None:
    add_proposals(project, writer, 120, sitting=7)
    page = look.get()
    assert "50 of 120" in words(page)
    ids = [int(part.partition('"')[0]) for part in page.split('name="proposal" value="')[1:]]
    answer = look.post("", 200, swap=True, **sent(ids, "reject", reason="No.")).content.decode()
    assert "50 of 70" in words(answer)
    assert 'hx-swap-oob="innerHTML:.waiting-count"' in answer
    assert "70 waiting" in words(answer)


def test_a_locked_ones_title_isnt_told(look: Looking, as_writer: Caller) -> None:
    ident = propose_new(as_writer, "Hidden words")
    Proposal.objects.filter(pk=ident).update(sealed=True, state=None)
    page = look.post("", 200, **sent([ident], "approve")).content.decode()
    assert "Hidden words" not in page
    assert "locked: its content waits for a deletion decision" in words(page)
