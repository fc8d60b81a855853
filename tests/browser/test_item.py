"""An item in a real browser: swaps, previews, suggestions, and what a page does without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from conderis.accounts.models import User
from items.models import Item, Relation
from projects.models import Project
from tests.browser.conftest import NARROW, WIDE, Visit
from tests.calls import Caller

SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
LONG = "W" * 200


@pytest.fixture
def task(as_owner: Caller) -> int:
    number = as_owner.task("Warm the cache", content="# One\n\ntext", summary="On deploy", tags=["render"])
    child = as_owner.task(LONG, parent=number, content="x" * 3_000, summary="S" * 280)
    as_owner.relate(number, "depends_on", child, reason="n" * 500)
    return number


def keeps_the_keyboard(page: Page) -> None:
    """Once the swap has settled; a focus on the body would begin at the top of the page again."""
    page.wait_for_function("() => document.activeElement !== document.body")


@SIZES
def test_it_is_accessible_and_fits(
    visit: Visit, owner: User, project: Project, as_owner: Caller, task: int, size: Any
) -> None:
    window = visit(owner, viewport=size)
    as_owner.act(task, "block", 1, reason="The contract")

    for path in (f"{task}/", f"{task + 1}/", f"{task}/edit/", "new/memory/", "instructions/"):
        window.goto(f"/p/{project.pk}/{path}")
        window.assert_accessible()
        window.assert_fits()


@SIZES
def test_a_conflict_is_accessible_and_fits(
    visit: Visit, owner: User, project: Project, as_owner: Caller, task: int, size: Any
) -> None:
    window = visit(owner, viewport=size)
    page = window.goto(f"/p/{project.pk}/{task}/edit/")
    as_owner.change("task", task, 1, title=LONG, content="theirs " + LONG, tags=["b"])

    page.fill("#id_title", "Mine")
    page.fill("#id_content", LONG)
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Someone else saved it meanwhile")
    window.assert_accessible()
    window.assert_fits()
    page.get_by_role("group", name="Text: whose stays").get_by_label("Take theirs").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mine")
    assert as_owner.get(task)["fields"]["content"] == "theirs " + LONG


def test_a_quick_field_is_stored_at_once_and_the_keyboard_stays(
    visit: Visit, writer: User, project: Project, task: int
) -> None:
    window = visit(writer)
    page = window.goto(f"/p/{project.pk}/{task}/")

    page.get_by_label("Priority").focus()
    page.get_by_label("Priority").select_option("urgent")

    expect(page.locator("#notices")).to_contain_text("Saved as version 2.")
    expect(page.locator(".factline")).to_contain_text("version 2")
    assert window.focused() == "SELECT#quick_priority"
    page.get_by_label("Status").select_option("done")
    expect(page.locator(".factline")).to_contain_text("done")
    assert Item.objects.get(number=task).version == 3


def test_an_action_swaps_the_item_and_a_refused_one_says_why(
    visit: Visit, writer: User, project: Project, as_owner: Caller, task: int
) -> None:
    window = visit(writer)
    page = window.goto(f"/p/{project.pk}/{task}/")
    as_owner.change("task", task, 1, title="Another title")

    page.get_by_role("button", name="Claim").click()

    expect(page.get_by_role("alert")).to_contain_text("Ada saved version 2 meanwhile")
    expect(page.get_by_role("heading", level=1)).to_have_text("Another title")
    page.get_by_role("button", name="Claim").click()
    expect(page.locator("#notices")).to_contain_text("It’s yours now.")
    keeps_the_keyboard(page)
    page.get_by_text("Block…").click()
    page.get_by_label("What does it wait for?").fill("The contract")
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.locator(".notice-waiting")).to_contain_text("The contract")


def test_relations_are_suggested_added_and_removed(
    visit: Visit, writer: User, project: Project, as_owner: Caller, task: int
) -> None:
    other = as_owner.page("How shaders are built")
    window = visit(writer)
    page = window.goto(f"/p/{project.pk}/{task}/")

    page.get_by_text("Relate", exact=True).click()
    page.get_by_label("Relation", exact=True).select_option("implements")
    page.get_by_label("To", exact=True).press_sequentially("shaders")
    option = page.locator("#relation_target_found option")
    expect(option).to_have_attribute("value", f"#{other}")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".field-error")).to_contain_text("target must be the number of an item")
    page.get_by_label("To", exact=True).fill(f"#{other}")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#relations")).to_contain_text("How shaders are built")
    keeps_the_keyboard(page)

    page.get_by_role("button", name=f"Remove: implements #{other}").click()
    expect(page.locator("#relations")).not_to_contain_text("How shaders are built")
    keeps_the_keyboard(page)
    assert Relation.objects.count() == 1


def test_writing_and_preview_change_places(visit: Visit, writer: User, project: Project) -> None:
    window = visit(writer)
    page = window.goto(f"/p/{project.pk}/new/task/")

    page.fill("#id_title", "T")
    page.fill("#id_content", "some *text*")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("some")
    expect(page.locator("#id_content")).to_be_hidden()
    window.assert_accessible()
    page.get_by_role("button", name="Write").click()
    expect(page.locator("#id_content")).to_be_focused()
    expect(page.locator("#preview")).to_be_hidden()
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("T")
    assert not Item.objects.get().state["summary"]


def test_leaving_with_something_typed_asks(visit: Visit, writer: User, project: Project, task: int) -> None:
    page = visit(writer).goto(f"/p/{project.pk}/{task}/edit/")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url(f"**/{task}/")
    assert asked == []

    page.goto(f"{page.url}edit/")
    page.locator("#id_title").press("End")
    page.locator("#id_title").press_sequentially(" more")
    page.get_by_role("link", name="Cancel").click(no_wait_after=True)
    expect(page.locator("#id_title")).to_have_value("Warm the cache more")
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(f"**/{task}/")
    assert asked == ["beforeunload"]


def test_a_line_shows_how_much_of_it_is_used(visit: Visit, writer: User, project: Project) -> None:
    page = visit(writer).goto(f"/p/{project.pk}/new/task/")

    page.fill("#id_summary", "ab\U0001f600")

    expect(page.locator("#id_summary_helptext")).to_contain_text("3 / 280")


def test_line_ends_survive_a_real_browser(visit: Visit, owner: User, project: Project, as_owner: Caller) -> None:
    text = "\n one\r\ntwo\nthree\r\r\n four \n"
    number = as_owner.task(content=text)
    page = visit(owner).goto(f"/p/{project.pk}/{number}/edit/")

    page.fill("#id_title", "New")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(f"**/{number}/")

    assert as_owner.get(number)["fields"]["content"] == text
    assert as_owner.get(number, history=True)["versions"][0]["changedFields"] == ["title"]


def test_all_of_it_works_without_javascript(
    visit: Visit, writer: User, project: Project, as_owner: Caller, task: int
) -> None:
    window = visit(writer, java_script_enabled=False)
    page = window.goto(f"/p/{project.pk}/{task}/")

    page.get_by_label("Priority").select_option("low")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Claim").click()
    page.get_by_text("Relate", exact=True).click()
    page.get_by_label("To", exact=True).fill(str(task + 1))
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="Edit").click()
    page.fill("#id_content", "some *text*")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("region", name="Preview")).to_contain_text("some")
    page.get_by_role("button", name="Save").click()

    got = as_owner.get(task)
    assert (got["fields"]["priority"], got["fields"]["status"]) == ("low", "in_progress")
    assert (got["fields"]["content"], got["relationsTotal"]) == ("some *text*", 2)
