"""The queue in a real Chromium: by keyboard to a proposal, a sitting decided in place, counts that stay right."""

import re

import pytest
from playwright.sync_api import expect

from conderis.accounts.models import User
from projects.models import Project
from proposals.models import Proposal
from tests.browser.conftest import NARROW, WIDE, Visit
from tests.calls import Caller
from tests.proposals.bulk import add_proposals
from tests.proposals.making import HOSTILE, propose_new


@pytest.fixture
def here(project: Project) -> str:
    return f"/p/{project.pk}/proposals/"


def test_by_keyboard_to_a_proposal(visit: Visit, here: str, as_writer: Caller, owner: User, moderator: User) -> None:
    first, second = propose_new(as_writer, "One"), propose_new(as_writer, "Two")
    window = visit(moderator)
    page = window.goto(here)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile(f"/proposals/{second}/$"))
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile(f"{here}$"))
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile(f"/proposals/{first}/$"))


def test_a_sitting_is_decided_in_place(
    visit: Visit, here: str, as_writer: Caller, project: Project, moderator: User
) -> None:
    for title in ("One", "Two", "Three"):
        propose_new(as_writer, title)
    window = visit(moderator)
    page = window.goto(here)
    count = page.locator(".rail .waiting-count")
    expect(count).to_contain_text("3")
    page.get_by_label("All of these").uncheck()
    page.get_by_label("Two", exact=True).check()
    page.get_by_role("button", name="Approve selected").click()
    told = page.locator(".queue-told")
    expect(told).to_contain_text("approved as #1 version 1")
    expect(told).to_be_focused()
    expect(count).to_contain_text("2")
    expect(page.locator(".tabs .waiting-count")).to_contain_text("2")
    window.assert_accessible()
    page.get_by_label(re.compile("^Reason")).fill("Too vague.")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("rejected")
    expect(page.get_by_role("heading", name="Nothing waits")).to_be_visible()
    expect(count).to_be_empty()
    assert list(Proposal.objects.order_by("pk").values_list("status", flat=True)) == [
        "rejected", "approved", "rejected",
    ]  # fmt: skip


def test_a_rejection_without_a_reason_asks_for_it(visit: Visit, here: str, as_writer: Caller, moderator: User) -> None:
    for title in ("One", "Two"):
        propose_new(as_writer, title)
    page = visit(moderator).goto(here)
    page.get_by_label("One", exact=True).uncheck()
    page.get_by_role("button", name="Reject selected").click()
    expect(page.get_by_role("alert")).to_contain_text("Say why")
    expect(page.get_by_label(re.compile("^Reason"))).to_be_focused()
    expect(page.get_by_label("One", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Two", exact=True)).to_be_checked()


def test_filters_stand_in_the_address_and_more_comes_below(
    visit: Visit, here: str, project: Project, writer: User, owner: User, moderator: User
) -> None:
    add_proposals(project, writer, 60)
    add_proposals(project, owner, 1)
    page = visit(moderator).goto(here)
    expect(page.get_by_role("status").first).to_contain_text("61 wait")
    page.get_by_label("Author").select_option(label="Chi")
    expect(page).to_have_url(re.compile(r"author=user"))
    expect(page.locator(".queue-bar")).to_contain_text("60 wait")
    page.get_by_role("link", name="Show more").click()
    expect(page.locator(".main .row")).to_have_count(60)
    page.go_back()
    expect(page.locator(".queue-bar")).to_contain_text("61 wait")


def test_the_number_follows_what_others_decide(
    visit: Visit, here: str, as_writer: Caller, as_owner: Caller, moderator: User
) -> None:
    ident = propose_new(as_writer, "One")
    page = visit(moderator).goto(here)
    count = page.locator(".rail .waiting-count")
    expect(count).to_contain_text("1")
    as_owner.call("item_action", ref=f"proposal:{ident}", action="reject", reason="No.")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(count).to_be_empty()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_it_holds_anything(
    visit: Visit, here: str, project: Project, as_writer: Caller, as_owner: Caller, writer: User, moderator: User,
    size: dict[str, int],
) -> None:  # fmt: skip
    moderator.name = "B" * 100
    moderator.save()
    for n in range(2):
        propose_new(as_writer, f"{HOSTILE}{n}"[-200:])
    as_owner.memory("Cache")
    add_proposals(project, writer, 60, sitting=7)
    window = visit(moderator, viewport=size)
    for query in ("", "?show=mine", "?show=approved", "?kind=nothing"):
        window.goto(f"{here}{query}")
        window.assert_accessible()
        window.assert_fits()
