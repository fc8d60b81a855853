"""Whatever arguments come, a tool answers or refuses: with a known code, a sentence and what the code promises."""

import json
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conderis.mcp.tools import TOOLS
from tests.calls import Caller, Json, text_of

# Each code of the contract that a tool may answer with, and what stands beside its message.
CODES: dict[str, set[str]] = {
    "not_found": set(),
    "denied": {"missing"},
    "missing": {"field"},
    "unknown_kind": {"allowed"},
    "unknown_field": {"allowed"},
    "unknown_filter": {"allowed"},
    "unknown_action": {"allowed"},
    "unknown_sort": {"allowed"},
    "invalid": {"field"},
    "conflict": {"version"},
    "locked": set(),
    "too_large": {"limit"},
    "idempotency": set(),
    "secret": {"field", "rule"},
    "rate_limited": {"retryAfter"},
}

TEXTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["", " ", "1", "#1", "2", "true", "false", "null", "{}", "[]", "{", "task", "memory", "page", "instructions",
         "memory:1", "proposal:1", "me", "updated", "-title", "claim", "block", "archive", "relate", "related",
         "depends_on", "done", "a\0", "\ud800", "🦉" * 30, "x" * 300, "9" * 30, "2031-01-01", "-1", "1e3", "NaN"]
    ),
)  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-3, 4), st.sampled_from([10**40, -(10**40), 2**31, 2**63, 0.0, 1.5, -0.0, 1e300, 500, 100, 40_000])
)
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
FIELDS = [
    "title", "summary", "content", "tags", "type", "visibility", "expiresAt", "parent", "weight", "position", "status",
    "priority", "assignee", "blockedReason", "nonsense", "includeClosed", "includeArchived", "includeExpired", "ready",
    "state", "author", "targetKind",
]  # fmt: skip
OBJECTS = st.dictionaries(st.one_of(st.sampled_from(FIELDS), TEXTS), LEAVES, max_size=4)
ITEM = st.fixed_dictionaries({"kind": LEAVES, "fields": st.one_of(OBJECTS, LEAVES)}, optional={"key": LEAVES})
BATCHES = st.fixed_dictionaries(
    {"idempotencyKey": LEAVES},
    optional={"items": st.one_of(st.lists(ITEM, max_size=3), LEAVES), "memories": st.lists(OBJECTS, max_size=2),
              "source": LEAVES},
)  # fmt: skip
JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
VALUES = st.one_of(LEAVES, OBJECTS, OBJECTS.map(json.dumps), BATCHES, JSON)
ABOVE = {
    "kind": st.sampled_from(["task", "memory", "page", "instructions"]),
    "action": st.sampled_from(["claim", "complete", "block", "unblock", "archive", "restore", "relate", "unrelate"]),
    "fields": OBJECTS,
    "filter": OBJECTS,
    "batch": BATCHES,
    "number": st.integers(1, 3),
    "target": st.integers(1, 3),
    "version": st.integers(0, 2),
}


def arguments_of(properties: Json) -> st.SearchStrategy[Json]:
    """Some of the tool's parameters, half of them with a value of the right sort; now and then one that it hasn't."""
    known = {name: st.one_of(ABOVE.get(name, LEAVES), VALUES) for name in properties if name != "projectId"}
    return st.fixed_dictionaries({}, optional={**known, "nonsense": LEAVES})


def judge(result: Json) -> None:
    """Fails for anything but a result, or a refusal as the contract has it."""
    text = text_of(result)
    if "isError" not in result:
        return
    error = json.loads(text)
    assert error["error"] in CODES, text
    assert isinstance(error["message"], str), text
    assert 10 < len(error["message"]) < 1_000, text
    assert CODES[error["error"]] <= error.keys(), text
    assert "Traceback" not in text
    if error["error"] == "denied":
        assert error["missing"] in ("write", "moderate", "own")
    if "allowed" in CODES[error["error"]]:
        assert all(name in error["message"] for name in error["allowed"]), text
    error["message"].encode()


@pytest.fixture
def filled(as_owner: Caller) -> Caller:
    """A project with #1 a task, #2 a memory, #3 a page."""
    as_owner.task()
    as_owner.memory()
    as_owner.page()
    return as_owner


@pytest.mark.parametrize("tool", TOOLS, ids=[tool.name for tool in TOOLS])
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_any_arguments(filled: Caller, tool: Any, data: st.DataObject) -> None:
    arguments = data.draw(arguments_of(tool.properties))
    if data.draw(st.integers(0, 9)):
        arguments["projectId"] = filled.project_id
    else:
        arguments["projectId"] = data.draw(LEAVES)
    with transaction.atomic():
        judge(filled.result(tool.name, arguments))
        transaction.set_rollback(True)
