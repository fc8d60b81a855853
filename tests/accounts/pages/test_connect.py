"""What each client needs, ready to copy: it parses, it names this server, and a new key is filled in."""

import json
import shlex
import tomllib
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from conderis.accounts.clients import CLIENTS, NO_KEY
from conderis.accounts.models import Agent, User
from projects.models import Project
from tests.accounts.pages.reading import KEY, call_tools, code, ident_of, queries_of, text
from tests.factories import ProjectFactory

URL = "https://memory.example.org/mcp"
BEARER = {"Authorization": f"Bearer {NO_KEY}"}
FILES: dict[str, Any] = {
    "claude-desktop": {
        "mcpServers": {
            "conderis": {
                "command": "npx",
                "args": ["-y", "mcp-remote", URL, "--header", "Authorization:${AUTH}"],
                "env": {"AUTH": f"Bearer {NO_KEY}"},
            }
        }
    },
    "cursor": {"mcpServers": {"conderis": {"url": URL, "headers": {"Authorization": "Bearer ${env:CONDERIS_KEY}"}}}},
    "vs-code": {
        "inputs": [{"type": "promptString", "id": "key", "description": "Conderis key", "password": True}],
        "servers": {"conderis": {"type": "http", "url": URL, "headers": {"Authorization": "Bearer ${input:key}"}}},
    },
    "codex": {"mcp_servers": {"conderis": {"url": URL, "bearer_token_env_var": "CONDERIS_KEY"}}},
    "gemini-cli": {"mcpServers": {"conderis": {"httpUrl": URL, "headers": BEARER}}},
    "windsurf": {
        "mcpServers": {"conderis": {"serverUrl": URL, "headers": {"Authorization": "Bearer ${env:CONDERIS_KEY}"}}}
    },
}


@pytest.fixture(autouse=True)
def public_address(settings: Any) -> None:
    settings.PUBLIC_URL = URL.removesuffix("/mcp")


@pytest.mark.parametrize("slug", CLIENTS)
def test_each_client_has_its_page(browser: Client, slug: str) -> None:
    page = text(browser, f"/connect/{slug}/")
    assert f'<a href="/connect/{slug}/" aria-current="page">{CLIENTS[slug].name}</a>' in page
    assert page.count('aria-current="page">') >= 1
    assert not KEY.search(page)
    assert f"{NO_KEY} stands where the key goes" in page
    assert code(page, "block-1")


@pytest.mark.parametrize(("slug", "expected"), FILES.items())
def test_a_file_parses_and_says_what_the_client_reads(browser: Client, slug: str, expected: Any) -> None:
    file = code(text(browser, f"/connect/{slug}/"), "block-1")
    read = tomllib.loads if slug == "codex" else json.loads
    assert read(file) == expected


def test_plain_http_needs_a_word_from_mcp_remote(browser: Client, settings: Any) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    file = json.loads(code(text(browser, "/connect/claude-desktop/"), "block-1"))
    assert file["mcpServers"]["conderis"]["args"][2:] == [
        "http://127.0.0.1:8000/mcp", "--header", "Authorization:${AUTH}", "--allow-http",
    ]  # fmt: skip


def test_claude_code_takes_one_command(browser: Client) -> None:
    command = code(text(browser, "/connect/claude-code/"), "block-1")
    expected = ["claude", "mcp", "add", "--scope", "user", "--transport", "http", "conderis", URL]
    assert shlex.split(command) == [*expected, "--header", f"Authorization: Bearer {NO_KEY}"]


def test_the_first_page_is_a_client_too(browser: Client) -> None:
    assert 'aria-current="page">Claude Code</a>' in text(browser, "/connect/")


# -- with a key -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", CLIENTS)
def test_a_key_is_made_and_filled_in(browser: Client, owner: User, slug: str) -> None:
    address = f"/connect/{slug}/"
    page = browser.post(address, {"ident": ident_of(text(browser, address))}).content.decode()
    agent = Agent.objects.get()
    assert (agent.owner, agent.name) == (owner, CLIENTS[slug].name)
    key = code(page, "key")
    blocks = code(page, "block-1") + (code(page, "block-2") if 'id="block-2"' in page else "")
    assert KEY.findall(blocks) == [key]
    assert NO_KEY not in page
    assert "Waiting for the first call" in page
    assert "Make a key" not in page
    assert call_tools(browser, key)[0] == 200


def test_the_plain_call_is_answered(browser: Client) -> None:
    page = browser.post("/connect/http/", {"ident": ident_of(text(browser, "/connect/http/"))}).content.decode()
    curl = shlex.split(code(page, "block-1"))
    assert curl[:3] == ["curl", "-sS", URL]
    headers = dict(value.split(": ", 1) for flag, value in pairwise(curl) if flag == "-H")
    body = curl[curl.index("-d") + 1]
    response = browser.post("/mcp", body, content_type=headers.pop("Content-Type"), headers=headers)
    assert len(response.json()["result"]["tools"]) == 8


# -- what the agent should know ---------------------------------------------------------------------------------------


def test_the_prompt_names_a_chosen_project_by_its_id_alone(browser: Client, project: Project) -> None:
    assert project.pk not in code(text(browser, "/connect/"), "prompt-text")
    prompt = code(text(browser, f"/connect/cursor/?project={project.pk}"), "prompt-text")
    assert f"The projectId is {project.pk}." in prompt
    assert "Start every piece of work with recall" in prompt
    assert project.name not in prompt


def test_it_is_swapped_alone_and_stays_when_a_key_is_made(browser: Client, project: Project) -> None:
    address = f"/connect/cursor/?project={project.pk}"
    part = browser.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert project.pk in code(part, "prompt-text")
    made = browser.post("/connect/cursor/", {"ident": ident_of(text(browser, address)), "project": project.pk})
    assert project.pk in code(made.content.decode(), "prompt-text")


def test_a_project_that_one_may_not_see_is_none(browser: Client) -> None:
    theirs = ProjectFactory()
    assert browser.get(f"/connect/?project={theirs.pk}").status_code == 404
    assert theirs.name not in text(browser, "/connect/")


# -- who and what it costs --------------------------------------------------------------------------------------------


def test_what_is_not_there_is_a_404(browser: Client) -> None:
    assert browser.get("/connect/emacs/").status_code == 404
    assert browser.get("/connect/calls/").status_code == 404


def test_who_is_not_signed_in_comes_to_the_sign_in(client: Client, db: None) -> None:
    assert client.get("/connect/").headers["Location"] == "/login/?next=/connect/"


def test_more_projects_cost_no_more_queries(browser: Client, owner: User) -> None:
    counts = []
    for size in (1, 40):
        ProjectFactory.create_batch(size, owner=owner)
        counts.append(queries_of(browser, "/connect/"))
    assert counts[0] == counts[1]
