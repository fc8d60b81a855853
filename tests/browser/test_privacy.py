"""A deletion in a real browser: asked for on the page, locked, revealed, erased with what else holds it, and gone."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from conderis.accounts.models import User
from privacy.models import DeletionRequest
from projects.models import Project
from tests.browser.conftest import NARROW, WIDE, Visit
from tests.calls import Caller
from tests.privacy.pages.asking import CANARY, HOSTILE, PASSWORD, ask
from tests.privacy.test_life import rows_with

SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


@pytest.fixture
def ada(owner: User) -> User:
    owner.set_password(PASSWORD)
    owner.save()
    return owner


@pytest.fixture
def number(as_owner: Caller) -> int:
    return as_owner.memory("Access to the staging host", content=f"The token is {CANARY} until March.\n\nAsk Bea.")


def test_from_the_menu_to_a_410(
    visit: Visit, ada: User, writer: User, project: Project, as_owner: Caller, number: int
) -> None:
    task = as_owner.task("Rotate it", content=f"Note: the token is {CANARY} until March", summary="Before March")
    derived = as_owner.memory("Staging answers slowly")
    as_owner.relate(derived, "derived_from", number)
    here = f"/p/{project.pk}/{number}/"
    asking = visit(writer)
    page = asking.goto(here)
    page.get_by_label("More", exact=True).click()
    page.get_by_role("link", name="Request deletion…").click()
    page.get_by_label("Why does it have to go?").fill("It holds a token.")
    page.get_by_role("button", name="Lock it and ask").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"#{number} is locked")
    assert CANARY not in page.content()

    deciding = visit(ada)
    page = deciding.goto("/")
    page.get_by_role("link", name=f"#{number} a memory as a whole").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Erase #{number} for good?")
    assert CANARY not in page.content()
    deciding.assert_accessible()
    page.get_by_role("button", name="Reveal (is logged)").click()
    expect(page.locator(".sealed")).to_contain_text(CANARY)
    expect(page.locator(".looks")).to_contain_text("Ada")
    deciding.assert_accessible()
    danger = page.locator(".button-danger")
    expect(danger).to_have_text(f"Erase #{number}: 1 version")
    page.get_by_label(f"Version 1 of #{task}: Rotate it").check()
    expect(danger).to_have_text(f"Erase #{number}: 1 version, and 1 further place")
    page.get_by_label(f"Type #{number} to confirm").fill(f"#{number}")
    page.get_by_label("Your password").fill("not-the-password")
    danger.click()
    expect(page.locator(".field-error")).to_contain_text("This isn't your password.")
    expect(page.get_by_label(f"Version 1 of #{task}: Rotate it")).to_be_checked()
    expect(page.get_by_label("Your password")).to_have_value("")
    expect(danger).to_have_text(f"Erase #{number}: 1 version, and 1 further place")
    assert CANARY not in page.content()
    page.get_by_label("Your password").fill(PASSWORD)
    danger.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"#{number} is erased")
    expect(page.locator("#derived")).to_have_text("Derived from it")
    expect(page.get_by_role("link", name="Staging answers slowly")).to_be_visible()
    deciding.assert_accessible()

    assert rows_with(CANARY) == {}
    for gone in (number, task):
        answer = page.goto(f"{deciding.url}/p/{project.pk}/{gone}/")
        assert answer is not None
        assert answer.status == 410
        expect(page.get_by_role("main")).to_contain_text("by Ada.")
    deciding.assert_accessible()


@SIZES
def test_each_page_is_accessible_and_fits(
    visit: Visit, ada: User, project: Project, as_owner: Caller, as_writer: Caller, number: int, size: Any
) -> None:
    project.deletion_needs_two = True
    project.save(update_fields=["deletion_needs_two"])
    as_owner.task("W" * 200, content=f"Note: the token is {CANARY} until March", summary="S" * 280)
    as_owner.memory(HOSTILE[:200], content=f"Note: the token is {CANARY} until March")
    as_writer.change("memory", number, 1, content=f"Mine: the token is {CANARY} until March")
    waiting = ask(as_writer, number, HOSTILE)
    mine = ask(as_owner, as_owner.page("X" * 200, content="y" * 5_000), "r" * 500)
    ask(as_writer, as_owner.task())
    later = as_owner.memory()
    as_owner.call("item_delete", projectId=None, ref=as_owner.personal(), reason="Mine.")
    DeletionRequest.objects.filter(pk=waiting.pk).update(asked_at="2026-01-01T00:00:00Z")
    window = visit(ada, viewport=size)
    home = f"/p/{project.pk}/"

    for path in (
        "/", "/privacy/", f"{home}privacy/", f"{home}privacy/?show=decided", f"/privacy/{mine.pk}/",
        f"{home}{number}/", f"{home}{later}/delete/", f"{home}{later}/versions/1/", f"{home}{later}/history/",
        f"{home}settings/", f"/privacy/{waiting.pk}/",
    ):  # fmt: skip
        page = window.goto(path)
        window.assert_accessible()
        window.assert_fits()
        _picture(page, path.strip("/").replace("/", "-").replace(project.pk, "p").replace("?", "-"), size)
    page.get_by_role("button", name="Reveal (is logged)").click()
    expect(page.locator(".sealed").first).to_be_visible()
    window.assert_accessible()
    window.assert_fits()
    _picture(page, "revealed", size)


def test_without_javascript(visit: Visit, ada: User, project: Project, as_writer: Caller, number: int) -> None:
    request = ask(as_writer, number)
    page = visit(ada, java_script_enabled=False).goto(f"/privacy/{request.pk}/")
    page.get_by_role("button", name="Reveal (is logged)").click()
    expect(page.locator(".sealed")).to_contain_text(CANARY)
    page.get_by_label("Why does it stay?").fill("It expired.")
    page.get_by_role("button", name="Reject, and unlock it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"#{number} stays")
    page.get_by_role("link", name=f"See #{number}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Access to the staging host")


def _picture(page: Any, name: str, size: Any) -> None:
    folder = os.environ.get("PICTURES")
    if folder:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder) / f"{name or 'home'}-{size['width']}-{scheme}.png", full_page=True)
