"""The advertised list, pinned to the character: every connected agent pays for it in every session.

A change of a description shows here as a difference that someone has read. To accept one, write
``tools.json`` anew from ``toolset.advertised()`` as `spelled` spells it, and raise no bound.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from conderis.mcp import toolset
from conderis.mcp.jsonrpc import dumps

PINNED = Path(__file__).with_name("tools.json")
MEASURED = 5_800  # characters of the compact list as it is
MOST = 6_000  # characters that the contract allows

PARAMETERS = {
    "recall": ["projectId", "focus", "maxChars", "guide"],
    "project_get": ["projectId"],
    "project_store": ["projectId", "name", "description", "remote", "public", "upstream", "organization"],
    "item_get": ["projectId", "number", "ref", "history", "version", "offset", "take"],
    "item_list": ["kind", "projectId", "query", "filter", "sort", "limit", "cursor"],
    "item_store": ["kind", "projectId", "number", "ref", "version", "fields", "reason", "propose", "batch"],
    "item_action": ["projectId", "number", "ref", "action", "version", "reason", "target", "relation"],
    "item_delete": ["projectId", "number", "ref", "version", "reason"],
}
REQUIRED = {"item_store": ["kind"], "item_action": ["action"], "item_delete": ["reason"]}
READING = ("recall", "project_get", "item_get", "item_list")
# What people say for it, in the first sentence that a client's keyword search reads.
KEYWORDS = {
    "recall": ["recall", "project", "instructions", "tasks", "memories", "pages"],
    "project_get": ["list", "projects", "permissions", "assignees"],
    "project_store": ["create", "change", "project", "settings"],
    "item_get": ["read", "memory", "task", "page", "proposal", "instructions", "version history"],
    "item_list": ["search", "list", "tasks", "memories", "pages", "proposals"],
    "item_store": ["store", "create", "change", "memory", "task", "page", "instructions"],
    "item_action": ["claim", "complete", "block", "task", "archive", "memory", "page", "relate", "approve", "proposal"],
    "item_delete": ["delete", "secret", "item", "version"],
}
PLAIN = ("string", "integer", "boolean", "object")


def listed() -> dict[str, dict[str, Any]]:
    return {tool["name"]: tool for tool in toolset.advertised()}


def spelled(tools: Any) -> str:
    return json.dumps(tools, indent=1, ensure_ascii=False) + "\n"


def test_pinned_to_the_character() -> None:
    assert spelled(toolset.advertised()) == PINNED.read_text(encoding="utf-8")


def test_its_size() -> None:
    assert len(dumps(toolset.advertised())) == MEASURED <= MOST


def test_eight_tools_in_this_order() -> None:
    assert list(listed()) == list(PARAMETERS)


@pytest.mark.parametrize("name", PARAMETERS)
class TestTool:
    def test_its_parameters(self, name: str) -> None:
        schema = listed()[name]["inputSchema"]
        assert list(schema["properties"]) == PARAMETERS[name]
        assert schema.get("required", []) == REQUIRED.get(name, [])
        assert schema["type"] == "object"

    def test_a_schema_that_every_client_reads(self, name: str) -> None:
        schema = listed()[name]["inputSchema"]
        assert set(schema) <= {"type", "properties", "required"}
        for prop in schema["properties"].values():
            assert set(prop) <= {"type", "description"}
            assert prop["type"] in PLAIN

    def test_title_annotations_and_nothing_else(self, name: str) -> None:
        tool = listed()[name]
        assert list(tool) == ["name", "title", "description", "inputSchema", "annotations"]
        assert tool["title"]
        writing = {"readOnlyHint": False, "destructiveHint": name == "item_delete"}
        assert tool["annotations"] == ({"readOnlyHint": True} if name in READING else writing)

    def test_its_first_sentence(self, name: str) -> None:
        """Clients find a tool by these words, and one that wants a colon there cuts the sentence at it."""
        first = listed()[name]["description"].splitlines()[0]
        assert first.endswith(".")
        assert first.count(".") == 1
        assert ":" not in first
        assert not [word for word in KEYWORDS[name] if word not in first.lower()]
