"""Signing in and everything around it, in a browser that holds us to our policy."""

from typing import Any

import pytest
from django.core import mail

from conderis.accounts.models import User
from tests.accounts.signing_in import ADA, PASSWORD, account, code_of, link_of_mail, switch_codes_on
from tests.browser.conftest import NARROW, WIDE, Visit

ANYONES = ["/login/", "/signup/", "/password/reset/", "/password/reset/done/", "/confirm-email/", "/inactive/"]
PEOPLES = ["/password/change/", "/reauthenticate/", "/2fa/", "/logout/"]
SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


@pytest.fixture
def ada(transactional_db: None) -> User:
    return account(name="Ada", admin=True)


@SIZES
@pytest.mark.parametrize("signs_up", [True, False])
def test_anyones_pages_are_accessible_and_fit(
    visit: Visit, settings: Any, size: dict[str, int], signs_up: bool
) -> None:
    settings.SIGN_UP = signs_up
    window = visit(viewport=size)
    for path in ANYONES:
        window.goto(path)
        window.assert_accessible()
        window.assert_fits()


@SIZES
def test_the_pages_of_who_is_signed_in_are_accessible_and_fit(visit: Visit, ada: User, size: dict[str, int]) -> None:
    window = visit(ada, viewport=size)
    for path in PEOPLES:
        window.goto(path)
        window.assert_accessible()
        window.assert_fits()


def test_one_signs_in_by_keyboard(visit: Visit, ada: User) -> None:
    page = visit().goto("/login/")
    page.keyboard.type(ADA)
    page.keyboard.press("Tab")
    page.keyboard.type("wrong-horse-7")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("The address or the password is wrong.").wait_for()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    page.get_by_role("button", name="Ada: account").or_(page.get_by_label("Ada: account")).first.wait_for()


@SIZES
def test_one_sets_up_a_second_factor_and_signs_in_with_it(visit: Visit, ada: User, size: dict[str, int]) -> None:
    window = visit(ada, viewport=size)
    page = window.goto("/2fa/")
    page.get_by_role("link", name="Set it up").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    picture = page.get_by_role("img", name="A code for the camera")
    assert picture.evaluate("image => image.naturalWidth") > 0
    window.assert_accessible()
    window.assert_fits()
    secret = page.locator("#totp-key").inner_text()
    page.get_by_label("Code", exact=True).fill(code_of(secret, -1))
    page.get_by_role("button", name="Switch it on").click()
    assert len(page.locator("#codes").inner_text().split()) == 10
    window.assert_accessible()
    window.assert_fits()
    for path in ("/2fa/", "/2fa/totp/deactivate/", "/2fa/recovery-codes/generate/"):
        window.goto(path)
        window.assert_accessible()
        window.assert_fits()

    again = visit(viewport=size)
    page = again.goto("/login/")
    page.get_by_label("Email address").fill(ADA)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/2fa/authenticate/")
    again.assert_accessible()
    page.get_by_label("Code", exact=True).fill(code_of(secret, 1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/")


def test_one_signs_up_without_a_script(visit: Visit, settings: Any, transactional_db: None, live_server: Any) -> None:
    settings.SIGN_UP, settings.PUBLIC_URL = True, live_server.url
    page = visit(java_script_enabled=False).goto("/login/")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Your name").fill("Bea")
    page.get_by_label("Email address").fill("bea@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("heading", name="Look into your mail").wait_for()
    page.goto(live_server.url + link_of_mail())
    page.get_by_role("button", name="Confirm it").click()
    page.get_by_text("Your address is confirmed").wait_for()
    assert len(mail.outbox) == 1


def test_the_admin_works_under_the_policy(visit: Visit, ada: User) -> None:
    switch_codes_on(ada)
    window = visit(ada)
    for path in (
        "",
        "accounts/user/",
        "accounts/user/add/",
        f"accounts/user/{ada.pk}/change/",
        "projects/membership/add/",
    ):
        page = window.goto(f"/admin/{path}")
        assert page.get_by_role("banner").is_visible()
    page = window.goto("/admin/accounts/user/")
    page.locator("#action-toggle").check()
    page.locator("select[name=action]").select_option("remove_codes")
    page.get_by_role("button", name="Go").click()
    page.get_by_text("Removed 1.").wait_for()
