"""Every code of the contract that can be answered so far, each with the data that the contract names."""

from typing import Any

import pytest

from conderis.core.errors import Refusal
from projects.models import Project
from tests.calls import Caller, Json

ELSEWHERE = {"denied", "gone", "secret", "rate_limited"}  # have tests of their own
OPERATORS = {"unavailable"}  # of their commands alone


def _batch(**fields: Any) -> Json:
    return {"idempotencyKey": "k", "items": [{"kind": "task", "fields": {"title": "T", **fields}}]}


# The call, its code, and what stands beside error and message. #1 is a task, #2 a memory, #3 is locked.
CASES: list[tuple[str, Json, str, Json]] = [
    ("item_get", {"number": 99}, "not_found", {}),
    ("item_delete", {"number": 3, "reason": "r"}, "locked", {}),
    ("item_store", {"kind": "task"}, "missing", {"field": "fields"}),
    ("item_store", {"kind": "task", "fields": {}}, "missing", {"field": "title"}),
    ("item_store", {"kind": "note"}, "unknown_kind", {"allowed": ["memory", "page", "task", "instructions"]}),
    ("project_get", {"id": 1}, "unknown_field", {"allowed": ["projectId"]}),
    ("item_store", {"kind": "instructions", "fields": {"title": 1}}, "unknown_field", {"allowed": ["content"]}),
    (
        "item_list",
        {"kind": "page", "filter": {"type": 1}},
        "unknown_filter",
        {"allowed": ["parent", "tags", "includeArchived"]},
    ),
    (
        "item_action",
        {"number": 2, "action": "claim", "version": 1},
        "unknown_action",
        {"allowed": ["archive", "restore", "relate", "unrelate"]},
    ),
    ("item_list", {"kind": "memory", "sort": "x"}, "unknown_sort", {"allowed": ["updated", "created", "title"]}),
    ("item_list", {"kind": "task", "limit": 0}, "invalid", {"field": "limit"}),
    (
        "item_store",
        {"kind": "task", "number": 1, "version": 1, "fields": {"title": "Late"}},
        "conflict",
        {"version": 2, "changedFields": ["priority"], "changedBy": "Ada"},
    ),
    ("item_store", {"kind": "task", "number": 3, "version": 1, "fields": {"title": "T"}}, "locked", {}),
    ("item_list", {"kind": "task", "query": "q" * 1_001}, "too_large", {"limit": "1000 characters"}),
    (
        "item_store",
        {"kind": "task", "batch": {"idempotencyKey": "x", "items": [{}] * 101}},
        "too_large",
        {"limit": "100 items"},
    ),
    ("item_store", {"kind": "task", "batch": _batch(content="other")}, "idempotency", {}),
]


def test_each_code_and_its_data(as_owner: Caller, project: Project) -> None:
    number = as_owner.task()
    as_owner.memory()
    locked = as_owner.task()
    as_owner.change("task", number, 1, priority="high")
    as_owner.call("item_store", kind="task", batch=_batch())
    project.items.filter(number=locked).update(sealed=True, state=None)
    for tool, arguments, code, data in CASES:
        error = as_owner.refused(code, tool, **arguments)
        assert {name: error.get(name) for name in data} == data
        assert all(str(name) in error["message"] for name in data.get("allowed", []))


def _codes(kind: type[Refusal]) -> set[str]:
    own = {kind.code} if "code" in kind.__dict__ else set()
    return own.union(*(_codes(sub) for sub in kind.__subclasses__()))


def test_no_code_is_forgotten() -> None:
    assert _codes(Refusal) - OPERATORS == {code for _, _, code, _ in CASES} | ELSEWHERE


@pytest.mark.parametrize("tool", ["item_get", "item_list", "recall", "project_get"])
def test_a_refusal_says_nothing_of_what_isnt_the_callers(as_owner: Caller, as_outsider: Caller, tool: str) -> None:
    as_owner.memory("Confidential")
    sent: Json = {"item_get": {"number": 1}, "item_list": {"kind": "memory"}}.get(tool, {})
    error = as_outsider.refused("not_found", tool, **sent)
    assert set(error) == {"error", "message"}
    assert "Confidential" not in error["message"]
    assert "Lighthouse" not in error["message"]
