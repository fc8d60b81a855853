"""A real Chromium against a real server: pages as people use them."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from conderis.accounts.models import User

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}
SERIOUS = ("serious", "critical")

expect.set_options(timeout=15_000)  # milliseconds: two browsers and their servers share the machine
# playwright's own event loop runs in this thread, and Django would refuse every query for it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM is None:
        skip = pytest.mark.skip(reason="no Chromium found: install Debian's package chromium to run the browser tests")
        for item in items:
            if "tests/browser/" in item.path.as_posix():
                item.add_marker(skip)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of one module: while playwright runs, its event loop does too, and other tests start loops of their own."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@dataclass
class Visitor:
    """One person's browser window. What its console complains of fails the test."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)

    def goto(self, path: str) -> Page:
        self.page.goto(f"{self.url}{path}")
        return self.page

    def hears(self, message: ConsoleMessage) -> None:
        # A refused request is the page's business; its test looks at what the page says.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def focused(self) -> str:
        """The tag of what has the keyboard, with its id."""
        said: str = self.page.evaluate("document.activeElement.tagName + '#' + document.activeElement.id")
        return said

    def assert_accessible(self) -> None:
        """axe finds nothing serious, in either theme."""
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = Axe().run(self.page).response["violations"]
            serious = [
                (scheme, each["id"], [node["target"] for node in each["nodes"]][:3], each["nodes"][0]["failureSummary"])
                for each in found
                if each["impact"] in SERIOUS
            ]
            assert not serious, serious

    def assert_fits(self) -> None:
        """Nothing makes the page wider than its window."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), self.page.url


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer) -> Iterator[Visit]:
    """``visit(user)`` opens a window in which the person is signed in, ``visit()`` one of nobody's."""
    opened: list[tuple[Any, Visitor]] = []

    def make(user: User | None = None, **options: Any) -> Visitor:
        context = browser.new_context(**{"viewport": WIDE, **options})
        context.set_default_timeout(15_000)
        if user is not None:
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": _session(user), "url": live_server.url}]
            )
        visitor = Visitor(context.new_page(), live_server.url)
        visitor.page.on("console", visitor.hears)
        visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
        opened.append((context, visitor))
        return visitor

    yield make
    for context, _ in opened:
        context.close()
    assert [text for _, visitor in opened for text in visitor.complaints] == []


def _session(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value
