"""One whole day of a newcomer: sign in, make a project, write, compare, restore, work, connect an agent, find it all.

The same journey by mouse and with JavaScript off; by keyboard alone where keys do it.
"""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from conderis.accounts.models import User
from conderis.accounts.services.create_account import create_account
from tests.browser.conftest import Visit, Visitor

PASSWORD = "a long enough password"


@pytest.fixture
def newcomer(db: None) -> User:
    user, _ = create_account(email="nia@example.org", password=PASSWORD, name="Nia")
    return user


def sign_in(window: Visitor) -> Page:
    page = window.goto("/")
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Email address").fill("nia@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Hello, Nia")).to_be_visible()
    return page


def make_project(page: Page) -> None:
    page.get_by_role("link", name="New project").first.click()
    page.get_by_label("Name", exact=True).fill("Observatory")
    page.get_by_role("button", name="Make the project").click()
    expect(page.get_by_role("heading", name="Observatory")).to_be_visible()


def write_page(page: Page) -> None:
    page.get_by_role("link", name="New page").first.click()
    page.get_by_label("Title").fill("How the dome turns")
    page.get_by_label("Text").fill("The dome turns slowly.\n\nIt never stops.\n")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="How the dome turns")).to_be_visible()


def edit(page: Page, text: str, why: str) -> None:
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Text").fill(text)
    page.get_by_label("Why?").fill(why)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="How the dome turns")).to_be_visible()


def compare_and_restore(page: Page) -> None:
    page.get_by_role("link", name="Compare and restore").click()
    page.get_by_label("Compare from version 1").check()
    page.get_by_label("Compare to version 3").check()
    page.get_by_role("button", name="Compare the two").click()
    expect(page.locator("ins").filter(has_text="quickly").first).to_be_visible()
    expect(page.locator("del").filter(has_text="slowly").first).to_be_visible()
    page.locator("#main").get_by_role("link", name="History").click()
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_text("The dome turns slowly.")).to_be_visible()
    page.get_by_text("Make it current…").click()
    page.get_by_role("button", name="Make it current").click()
    expect(page.get_by_text("Version 1 is current again.")).to_be_visible()
    expect(page.get_by_text("The dome turns slowly.")).to_be_visible()
    expect(page.get_by_text("version 4", exact=True)).to_be_visible()


def work(page: Page) -> None:
    page.get_by_role("link", name="Tasks").first.click()
    page.get_by_role("link", name="New task").click()
    page.get_by_label("Title").fill("Grease the dome’s wheels")
    page.get_by_role("button", name="Create").click()
    page.get_by_role("button", name="Claim").click()
    expect(page.locator(".badge", has_text="in progress")).to_be_visible()
    page.get_by_text("Block…").click()
    page.get_by_label("What does it wait for?").fill("The grease arrives on Monday.")
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("The grease arrives on Monday.").first).to_be_visible()
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_role("button", name="Unblock")).to_have_count(0)
    page.get_by_role("button", name="Complete").click()
    expect(page.locator(".badge", has_text="done")).to_be_visible()


def connect(page: Page, url: str) -> dict[str, Any]:
    """Make a key, and call a tool with it as an agent does."""
    page.get_by_role("link", name="Connect an agent").first.click()
    page.get_by_role("button", name="Make a key and fill it in").click()
    shown = page.get_by_text(re.compile(r"Bearer cnd_[a-z0-9]{40}")).first.inner_text()
    [key] = re.findall(r"cnd_[a-z0-9]{40}", shown)[:1]
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "project_get", "arguments": {}}}
    answer = httpx.post(f"{url}/mcp", json=call, headers={"Authorization": f"Bearer {key}"})
    result: dict[str, Any] = answer.json()["result"]
    return result


def find_it_all(page: Page) -> None:
    page.get_by_role("searchbox").first.fill("dome")
    page.get_by_role("searchbox").first.press("Enter")
    expect(page.get_by_role("link", name="How the dome turns")).to_be_visible()
    expect(page.get_by_role("link", name="Grease the dome’s wheels")).to_be_visible()
    expect(page.locator("mark").filter(has_text="dome").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_newcomers_day(visit: Visit, newcomer: User, scripts: bool) -> None:
    window = visit(java_script_enabled=scripts)
    page = sign_in(window)
    make_project(page)
    project = page.url
    write_page(page)
    edit(page, "The dome turns quickly.\n\nIt never stops.\n", "Measured it")
    edit(page, "The dome turns quickly.\n\nIt stops at noon.\n", "Watched it")
    compare_and_restore(page)
    work(page)

    result = connect(page, window.url)
    assert "Observatory" in result["content"][0]["text"]

    page.goto(project)
    find_it_all(page)


def test_the_keyboard_alone_does_it_too(visit: Visit, newcomer: User) -> None:
    window = visit()
    page = window.goto("/login/")
    page.keyboard.type("nia@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hello, Nia")).to_be_visible()
    press(page, "c")
    expect(page.get_by_role("heading", name="New project")).to_be_visible()
    tab_to(page, "name")
    page.keyboard.type("Observatory")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Observatory")).to_be_visible()
    press(page, "g")
    press(page, "t")
    expect(page.get_by_role("heading", name="Tasks", exact=True)).to_be_visible()
    press(page, "c")
    page.keyboard.type("Grease the wheels")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Grease the wheels")).to_be_visible()
    tab_to(page, "Grease the wheels")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Grease the wheels")).to_be_visible()
    press(page, "e")
    expect(page.get_by_role("heading", name=re.compile("Edit #1"))).to_be_visible()
    tab_to(page, "summary")
    page.keyboard.type("They squeak.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("They squeak.")).to_be_visible()
    press(page, "h")
    expect(page.get_by_role("heading", name=re.compile("History of"))).to_be_visible()
    press(page, "/")
    page.keyboard.type("squeak")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Grease the wheels")).to_be_visible()
    press(page, "j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Grease the wheels")).to_be_visible()


def press(page: Page, key: str) -> None:
    """A key of the page, which its scripts hear once they have loaded."""
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def tab_to(page: Page, name: str) -> None:
    """Tab until the field of this name, or the link of this text, has the keyboard, as without a mouse."""
    for _ in range(80):
        if name in page.evaluate(
            "[document.activeElement.getAttribute('name'), document.activeElement.textContent.trim()]"
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {name}")
