"""The keys of the deck, one by one, and how it looks to axe."""

from typing import Any

import pytest
from playwright.sync_api import expect

from conderis.accounts.models import User
from projects.models import Project
from proposals.models import Proposal
from tests.browser.conftest import NARROW, WIDE, Visit
from tests.browser.hands import COUNTING, Hands, fill_queue
from tests.calls import Caller
from tests.proposals.pages.conftest import TEXT, propose_through


@pytest.fixture
def queue(project: Project, writer: User) -> list[Proposal]:
    return fill_queue(project, writer, 3)


def test_skip_undo_walk_and_sides(visit: Visit, queue: list[Proposal], moderator: User) -> None:
    window = visit(moderator)
    window.page.add_init_script(COUNTING)
    page = window.goto(f"/proposals/{queue[0].pk}/")
    hands = Hands(page)
    for key, pk in (("j", queue[1].pk), ("k", queue[0].pk), ("s", queue[1].pk), ("s", queue[2].pk), ("u", queue[1].pk)):
        hands.press(key)
        assert hands.at() == str(pk)
        assert page.url.endswith(f"/proposals/{pk}/")
        assert window.focused() == "H1#deck-title"
    hands.press("d")
    expect(page.locator(".diff-beside")).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("o")
    assert hands.at() == str(queue[1].pk)
    page.reload()
    expect(page.locator(".diff-beside")).to_be_visible()


def test_rejecting_opens_a_line_and_escape_closes_it(visit: Visit, queue: list[Proposal], moderator: User) -> None:
    window = visit(moderator)
    window.page.add_init_script(COUNTING)
    page = window.goto(f"/proposals/{queue[0].pk}/")
    hands = Hands(page)
    page.keyboard.press("r")
    reason = page.get_by_label("Why?")
    expect(reason).to_be_focused()
    page.keyboard.type("Line 3 ")
    page.keyboard.press("1")  # once something is written a digit is a digit
    expect(reason).to_have_value("Line 3 1")
    page.keyboard.press("Escape")
    expect(reason).to_be_hidden()
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.settled === 1")
    assert hands.at() == str(queue[1].pk)
    queue[0].refresh_from_db()
    assert queue[0].decision_reason == "Line 3 1"
    assert hands.press("r", "Enter") == "next"  # refused beside its field
    expect(page.get_by_text("Say why: the author reads it")).to_be_visible()
    expect(page.get_by_label("Why?")).to_be_focused()
    assert hands.at() == str(queue[1].pk)


def test_editing_by_keyboard(visit: Visit, moderator: User, as_writer: Caller, as_owner: Caller) -> None:
    number = as_owner.memory("Shader cache", content=TEXT)
    made = propose_through(as_writer, number, content=TEXT.replace("two", "zwei"))
    as_owner.change("memory", number, 1, content=TEXT.replace("two", "deux"))
    window = visit(moderator)
    page = window.goto(f"/proposals/{made.pk}/")
    page.keyboard.press("a")  # does nothing: both sides changed the same line
    page.keyboard.press("e")
    expect(page.get_by_role("heading", name="Edit, then approve")).to_be_visible()
    window.assert_accessible()
    page.locator("#editor textarea[name=content]").fill(TEXT.replace("two", "zwei, deux"))
    page.get_by_role("button", name="Approve as edited").click()
    expect(page.get_by_text("Nothing waits any more")).to_be_visible()
    page = window.goto(f"/proposals/{made.pk}/")
    expect(page.get_by_role("heading", name="What Bea changed before approving")).to_be_visible()


HOSTILE = "<b>" + "x" * 150 + "\u202e&amp;"


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_it_is_accessible_and_fits(
    visit: Visit, owner: User, as_writer: Caller, as_owner: Caller, size: dict[str, Any]
) -> None:
    number = as_owner.memory("Shader cache", content=TEXT)
    change = propose_through(as_writer, number, content=TEXT.replace("two", "zwei" * 80), title=HOSTILE, reason=HOSTILE)
    new = propose_through(as_writer, title=HOSTILE, summary=HOSTILE, content="# One\n\n" + "y" * 400)
    window = visit(owner, viewport=size)
    for address in (f"/proposals/{change.pk}/", f"/proposals/{change.pk}/?view=beside", f"/proposals/{new.pk}/"):
        window.goto(address)
        window.assert_accessible()
        window.assert_fits()
    window.page.get_by_text("Reject…").click()
    window.assert_accessible()
    window.assert_fits()
    window.goto(f"/p/{as_owner.project_id}/proposals/done/")
    window.assert_accessible()
