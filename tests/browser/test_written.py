"""The day an agent went wrong: everything it wrote is ticked with one box and undone, what waits is rejected."""

from playwright.sync_api import expect

from conderis.accounts.models import User
from tests.browser.conftest import Visit
from tests.calls import Caller


def test_undo_all_and_reject_all(visit: Visit, owner: User, as_owner: Caller, as_moderator: Caller) -> None:
    lamp = as_moderator.page("Lamp", content="It is warm.")
    as_owner.change("page", lamp, 1, content="It is cold.")
    task = as_owner.task("Break the lamp")
    as_owner.call("item_store", kind="page", number=lamp, version=2, fields={"title": "No lamp"}, propose=True)
    window = visit(owner)
    page = window.goto("/settings/agents/")
    page.get_by_role("link", name="What it wrote").click()
    window.assert_accessible()

    every = page.get_by_label("All on this page")
    page.get_by_label(f"Select version 2 of #{lamp}").check()
    expect(page.get_by_text("1 selected")).to_be_visible()
    assert every.evaluate("box => box.indeterminate")
    every.check()
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.get_by_role("button", name="Undo the selected").click()
    expect(page.get_by_text("Undone by version 3.")).to_be_visible()
    expect(page.get_by_text("Undone by version 2.")).to_be_visible()
    window.assert_accessible()
    assert as_owner.get(lamp)["fields"]["content"] == "It is warm."
    assert as_owner.get(task)["fields"]["status"] == "canceled"

    page.get_by_role("link", name="Back to all it wrote").click()
    page.get_by_role("link", name="Reject all 1…").click()
    page.get_by_label("Why?").fill("It went wrong.")
    page.get_by_role("button", name="Reject 1").click()
    expect(page.get_by_text("1 rejected.")).to_be_visible()
    assert as_owner.call("item_list", kind="proposal")["total"] == 0
