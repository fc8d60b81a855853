"""Text is kept to the character, and what can't be kept is refused: NUL and halves of surrogate pairs."""

from typing import Any

import pytest

from tests.calls import Caller

TEXTS = [
    "Zoë 🦉 日本語 العربية עברית",
    "line\r\nline\rline\nline\n\n",
    "\ttab and  two blanks and a trailing one ",
    "e\u0301 is not \u00e9",
    "zero\u200bwidth \u202eright to left\u202c \ufeffmark",
    "controls \x01\x1b[31m\x7f\x85",
    "<script>alert(1)</script> &amp; **bold** [x](y)",
    "astral \U0001f1e9\U0001f1ea\U0001f469\u200d\U0001f680 \U0010ffff",
    '"quotes" \\backslashes\\ \\u0000 %s {0} $1',
    "\ue000 private \ufffe noncharacter",
]
JSON_LIKE = ['{"x": 1}', "[1, 2]", "12", "#12", "true", "null", '"quoted"', "1e5", "NaN", "{}"]


@pytest.mark.parametrize("kind", ["memory", "page", "task"])
def test_title_and_content_keep_their_characters(as_owner: Caller, kind: str) -> None:
    more = {"summary": "S"} if kind == "memory" else {}
    for text in TEXTS:
        got = as_owner.get(as_owner.store(kind, title=text, content=text, **more))
        assert (got["fields"]["title"], got["fields"]["content"]) == (text, text)
        assert got["text"]["length"] == len(text)


def test_the_instructions_keep_their_characters(as_owner: Caller) -> None:
    for version, text in enumerate(TEXTS):
        as_owner.call("item_store", kind="instructions", version=version, fields={"content": text})
        assert as_owner.call("item_get", ref="instructions")["fields"]["content"] == text


def test_a_summary_keeps_its_characters(as_owner: Caller) -> None:
    for text in ("**bold** <b>", "{x}", "e\u0301", "🦉 \u202e!", "  blanks around  ", "#12", "null"):
        assert as_owner.get(as_owner.memory(summary=text))["fields"]["summary"] == text


def test_text_that_looks_like_json_stays_text(as_owner: Caller) -> None:
    for text in JSON_LIKE:
        number = as_owner.task(title=text, content=text, summary=text)
        fields = as_owner.get(number)["fields"]
        assert (fields["title"], fields["content"], fields["summary"]) == (text, text, text)
        as_owner.act(number, "block", 1, reason=text)
        assert as_owner.get(number)["fields"]["blockedReason"] == text
        assert as_owner.get(number, history=True)["versions"][0]["reason"] == text


def test_a_query_that_looks_like_json_stays_text(as_owner: Caller) -> None:
    as_owner.task(title="something else")
    for text in ('{"x1": 1}', "[123, 24]", "12", "#12", "true", '"quoted"', "1e5"):
        number = as_owner.task(title=f"before {text} after")
        assert as_owner.numbers("task", query=text) == [number]
        as_owner.act(number, "complete", 1)


UNSTORABLE = ["a\0b", "\0", "a\ud800b", "\udfff", "\udc00\ud800"]


def _in(tool: str, field: str, where: str, **rest: Any) -> Any:
    """A case: the text goes to ``where`` in the call, and the refusal names ``field``."""
    return pytest.param(tool, field, where, rest, id=f"{tool}-{where}")


@pytest.mark.parametrize(
    ("tool", "field", "where", "rest"),
    [
        _in("item_store", "title", "fields.title", kind="task", fields={}),
        _in("item_store", "content", "fields.content", kind="task", fields={"title": "T"}),
        _in("item_store", "summary", "fields.summary", kind="task", fields={"title": "T"}),
        _in("item_store", "assignee", "fields.assignee", kind="task", fields={"title": "T"}),
        _in("item_store", "status", "fields.status", kind="task", fields={"title": "T"}),
        _in("item_store", "parent", "fields.parent", kind="task", fields={"title": "T"}),
        _in("item_store", "type", "fields.type", kind="memory", fields={"title": "T", "summary": "S"}),
        _in("item_store", "expiresAt", "fields.expiresAt", kind="memory", fields={"title": "T", "summary": "S"}),
        _in("item_store", "weight", "fields.weight", kind="memory", fields={"title": "T", "summary": "S"}),
        _in("item_store", "reason", "reason", kind="task", fields={"title": "T"}),
        _in("item_store", "version", "version", kind="task", fields={"title": "T"}),
        _in("item_store", "propose", "propose", kind="task", fields={"title": "T"}),
        _in("item_store", "fields", "fields", kind="task"),
        _in("item_store", "batch", "batch", kind="task"),
        _in("item_store", "number", "number", kind="task", fields={"title": "T"}),
        _in("item_store", "ref", "ref", kind="task", fields={"title": "T"}),
        _in("item_action", "reason", "reason", number=1, action="block", version=1),
        _in("item_action", "relation", "relation", number=1, action="relate", target=2),
        _in("item_action", "reason", "reason", number=1, action="relate", relation="related", target=2),
        _in("item_action", "target", "target", number=1, action="relate", relation="related"),
        _in("item_delete", "reason", "reason", number=1),
        _in("item_list", "query", "query", kind="task"),
        _in("item_list", "query", "query", kind=None),
        _in("item_list", "cursor", "cursor", kind="task"),
        _in("item_list", "limit", "limit", kind="task"),
        _in("item_list", "assignee", "filter.assignee", kind="task", filter={}),
        _in("item_list", "priority", "filter.priority", kind="task", filter={}),
        _in("item_list", "type", "filter.type", kind="memory", filter={}),
        _in("item_list", "parent", "filter.parent", kind="page", filter={}),
        _in("item_list", "includeClosed", "filter.includeClosed", kind="task", filter={}),
        _in("item_get", "number", "number"),
        _in("item_get", "ref", "ref"),
        _in("item_get", "history", "history", number=1),
        _in("recall", "focus", "focus"),
        _in("recall", "maxChars", "maxChars"),
        _in("project_store", "name", "name", projectId=None),
        _in("project_store", "name", "name"),
        _in("project_store", "description", "description"),
        _in("project_store", "remote", "remote"),
    ],
)
def test_nul_and_lone_surrogates_are_refused(
    as_owner: Caller, tool: str, field: str, where: str, rest: dict[str, Any]
) -> None:
    as_owner.task()
    as_owner.task()
    outer, _, inner = where.partition(".")
    for bad in UNSTORABLE:
        arguments = {**rest, outer: {**rest[outer], inner: bad} if inner else bad}
        assert as_owner.refused("invalid", tool, **arguments)["field"] == field
    assert as_owner.numbers("task") == [2, 1]


@pytest.mark.parametrize(
    ("code", "tool", "arguments"),
    [
        ("unknown_kind", "item_store", {"kind": "BAD", "fields": {"title": "T"}}),
        ("unknown_kind", "item_list", {"kind": "BAD"}),
        ("unknown_field", "item_store", {"kind": "task", "fields": {"title": "T", "BAD": 1}}),
        ("unknown_field", "item_get", {"number": 1, "BAD": 1}),
        ("unknown_filter", "item_list", {"kind": "task", "filter": {"BAD": 1}}),
        ("unknown_sort", "item_list", {"kind": "task", "sort": "BAD"}),
        ("unknown_action", "item_action", {"number": 1, "action": "BAD"}),
        ("not_found", "project_get", {"projectId": "BAD"}),
        ("not_found", "item_get", {"ref": "memory:BAD"}),
        ("not_found", "project_store", {"upstream": "BAD"}),
    ],
)
def test_in_a_name_they_are_an_unknown_name(as_owner: Caller, code: str, tool: str, arguments: dict[str, Any]) -> None:
    as_owner.task()
    for bad in UNSTORABLE:
        error = as_owner.refused(code, tool, **_replaced(arguments, bad))
        error["message"].encode()  # nothing unencodable comes back
        assert "\0" not in error["message"]


def _replaced(value: Any, bad: str) -> Any:
    if isinstance(value, dict):
        return {_replaced(key, bad): _replaced(inner, bad) for key, inner in value.items()}
    return value.replace("BAD", bad) if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("item_store", {"kind": "task", "fields": {"title": "T"}}),
        ("item_action", {"number": 1, "action": "complete", "version": 1}),
        ("item_delete", {"number": 1}),
    ],
)
def test_a_reason_is_bounded(as_owner: Caller, tool: str, arguments: dict[str, Any]) -> None:
    as_owner.task()
    error = as_owner.refused("invalid", tool, **arguments, reason="r" * 2_001)
    assert error["field"] == "reason"
    assert "2,000" in error["message"]
    for wrong in (7, True, ["r"], {"why": "r"}):
        assert as_owner.refused("invalid", tool, **arguments, reason=wrong)["field"] == "reason"
    assert as_owner.get(1)["version"] == 1
