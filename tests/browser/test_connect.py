"""A person connects an agent: make a key, copy what stands there, see the first call arrive."""

import httpx
import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.browser.conftest import NARROW, WIDE, Visit
from tests.factories import AgentFactory, ProjectFactory


def call_tools(url: str, key: str) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert httpx.post(f"{url}/mcp", json=asked, headers={"Authorization": f"Bearer {key}"}).status_code == 200


def test_the_line_turns_green_when_the_first_call_arrives(visit: Visit, owner: User, project: Project) -> None:
    window = visit(owner)
    page = window.goto("/connect/claude-code/")
    page.get_by_role("button", name="Make a key and fill it in").click()
    page.get_by_text("Waiting for the first call").wait_for()
    key = page.locator("#key").inner_text()
    window.assert_accessible()

    page.get_by_label("Project").focus()
    page.get_by_label("Project").select_option(project.pk)
    page.get_by_text(f"The projectId is {project.pk}.").wait_for()
    assert window.focused() == "SELECT#project"
    assert page.locator("#key").inner_text() == key

    call_tools(window.url, key)
    page.get_by_text("Claude Code is connected").wait_for()
    assert key in page.locator("#block-1").inner_text()


def test_a_second_click_while_the_first_is_on_its_way_sends_nothing(visit: Visit, owner: User) -> None:
    page = visit(owner).goto("/connect/codex/")
    went = page.evaluate("""() => {
        const went = [];
        addEventListener("submit", (event) => { went.push(!event.defaultPrevented); event.preventDefault(); });
        for (let time = 0; time < 2; time++) document.getElementById("make-key").requestSubmit();
        return went;
    }""")
    assert went == [True, False]


def test_without_javascript_all_of_it_works(visit: Visit, owner: User) -> None:
    window = visit(owner, java_script_enabled=False)
    page = window.goto("/connect/")
    page.get_by_role("link", name="Gemini CLI").click()
    page.get_by_role("button", name="Make a key and fill it in").click()
    key = page.locator("#key").inner_text()
    call_tools(window.url, key)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Check now").click()
    opened.value.get_by_text("Gemini CLI is connected").wait_for()
    assert page.locator("#key").inner_text() == key


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_my_pages_are_accessible_and_fit(visit: Visit, owner: User, size: dict[str, int]) -> None:
    agent = AgentFactory(owner=owner, name="n" * 100)
    ProjectFactory(owner=owner, name="p" * 200)
    window = visit(owner, viewport=size)
    for path in ("/settings/", "/settings/security/", "/settings/keys/", "/settings/close/", "/settings/agents/",
                 f"/settings/agents/{agent.pk}/", f"/settings/agents/{agent.pk}/end/", "/connect/vs-code/",
                 f"/connect/calls/{agent.pk}/", "/guide/"):  # fmt: skip
        window.goto(path)
        window.assert_accessible()
        window.assert_fits()
