"""The real eight under arguments of every sort: each call is answered or refused in the contract's form, none fails."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conderis.accounts.models import User
from conderis.mcp import toolset
from projects.models import Project
from tests.factories import AgentFactory
from tests.mcp.toys import Caller, tool_call

CODES = {
    "not_found", "denied", "missing", "unknown_kind", "unknown_field", "unknown_filter", "unknown_action",
    "unknown_sort", "invalid", "conflict", "locked", "gone", "too_large", "secret", "idempotency",
}  # fmt: skip

odd_texts = st.sampled_from(
    ["", " ", "\x00", "\ud800", "#1", "1", "-1", "9" * 30, "true", "{}", "[]", "null", "\u202e", "é" * 9]
)
odd_numbers = st.sampled_from([0, 1, 2, -1, 2**31, 2**63, 10**40])
numbers = st.integers() | odd_numbers | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | odd_texts | st.text(max_size=8)
field = st.sampled_from(
    ["title", "summary", "content", "tags", "type", "visibility", "expiresAt", "parent", "weight", "position", "status",
     "priority", "assignee", "ready", "includeClosed", "includeArchived", "includeExpired", "state", "author",
     "targetKind"]
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(field | st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(["task", "memory", "page", "instructions", "proposal"])
fields = st.dictionaries(field, values, max_size=5)
batch = st.fixed_dictionaries(
    {"idempotencyKey": st.text(min_size=1, max_size=5) | values},
    optional={
        "items": st.lists(st.fixed_dictionaries({"kind": kinds | values, "fields": fields | values}), max_size=3)
        | values,
        "memories": st.lists(fields | values, max_size=3) | values,
        "source": values,
    },
)
likely: dict[str, st.SearchStrategy[Any]] = {
    "kind": kinds,
    "number": st.sampled_from([1, 2, 3, "1", "#2"]),
    "ref": st.sampled_from(["instructions", "memory:1", "memory:x", "proposal:1", "task:1"]),
    "action": st.sampled_from(
        ["claim", "complete", "block", "unblock", "archive", "restore", "relate", "unrelate", "approve"]
    ),
    "relation": st.sampled_from(["related", "depends_on", "supersedes"]),
    "target": st.sampled_from([1, 2, 3]),
    "version": st.sampled_from([0, 1, 2, 3]),
    "fields": fields,
    "filter": fields,
    "batch": batch,
    "sort": st.sampled_from(["updated", "-title", "priority", "position", "relevance"]),
    "maxChars": st.sampled_from([500, 6000]),
    "limit": st.sampled_from([1, 100]),
}


@st.composite
def calls(draw: st.DrawFn, project: str) -> dict[str, Any]:
    tool = draw(st.sampled_from(toolset.advertised()))
    known = list(tool["inputSchema"]["properties"])
    sent: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(known), unique=True)):
        sent[name] = draw(likely[name] | values if name in likely else values)
    if "projectId" in known and draw(st.booleans()):
        sent["projectId"] = project
    return tool_call(tool["name"], sent)


@pytest.fixture
def asker(owner: User) -> Caller:
    agent = AgentFactory(owner=owner, key="cnd_" + "a" * 40)
    return Caller("cnd_" + "a" * 40, agent)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_arguments(client: Client, project: Project, asker: Caller, data: st.DataObject) -> None:
    call = data.draw(calls(project.id))
    response = client.post("/mcp", call, content_type="application/json", headers={"Authorization": asker.bearer})
    assert response.status_code == 200
    result = json.loads(response.content)["result"]  # a failure would be an error in its place
    (block,) = result["content"]
    if result.get("isError"):
        refusal = json.loads(block["text"])
        assert refusal["error"] in CODES
        assert refusal["message"]
