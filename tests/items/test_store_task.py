"""item_store, kind task: fields, the summary rule, which statuses may be set."""

from typing import Any

import pytest

from tests.calls import Caller

ALLOWED = ["title", "content", "summary", "tags", "status", "priority", "assignee", "parent"]


def test_every_field_is_kept(as_owner: Caller) -> None:
    sent = {
        "title": "Card form",
        "content": "Details",
        "summary": "Take cards",
        "tags": ["checkout"],
        "status": "in_progress",
        "priority": "urgent",
        "assignee": as_owner.ref,
    }
    number = as_owner.store("task", **sent)
    assert as_owner.get(number)["fields"] == {**sent, "blockedReason": None}


def test_defaults(as_owner: Caller) -> None:
    assert as_owner.get(as_owner.store("task", title="T"))["fields"] == {
        "title": "T",
        "content": "",
        "summary": None,
        "tags": [],
        "status": "open",
        "priority": "normal",
        "assignee": None,
        "blockedReason": None,
    }


def test_title_is_required(as_owner: Caller) -> None:
    for title in (None, "", " \t"):
        assert as_owner.refused("missing", "item_store", kind="task", fields={"title": title})["field"] == "title"


OUT_OF_BOUNDS: list[tuple[str, Any, str]] = [
    ("title", "t" * 201, "200"),
    ("content", "c" * 100_001, "100,000"),
    ("summary", "s" * 281, "280"),
    ("summary", "two\nlines", "line"),
    ("tags", ["a", "b", "c", "d", "e", "f"], "5"),
    ("status", "closed", "canceled"),
    ("status", "Open", "in_progress"),
    ("status", ["open"], "done"),
    ("status", True, "open"),
    ("priority", "P1", "urgent"),
    ("priority", 1, "low"),
    ("assignee", "ada", "assignee"),
    ("assignee", "ada@example.org", "user:"),
    ("assignee", "user:nobodyhere22", "assignee"),
    ("assignee", "agent:nobodyhere22", "assignee"),
    ("assignee", "user:", "assignee"),
    ("assignee", "", "assignee"),
    ("assignee", "me", "assignee"),
    ("assignee", ["user:a"], "assignee"),
    ("assignee", 7, "assignee"),
]


def test_what_is_out_of_bounds_is_refused(as_owner: Caller) -> None:
    for field, value, named in OUT_OF_BOUNDS:
        error = as_owner.refused("invalid", "item_store", kind="task", fields={"title": "T", field: value})
        assert error["field"] == field
        assert named in error["message"]
    assert as_owner.numbers("task") == []


def test_unknown_fields_are_named_and_refused(as_owner: Caller) -> None:
    error = as_owner.refused("unknown_field", "item_store", kind="task", fields={"title": "T", "body": "B"})
    assert error["allowed"] == ALLOWED


def test_longer_content_needs_a_summary(as_owner: Caller) -> None:
    as_owner.task(content="c" * 280)
    error = as_owner.refused("missing", "item_store", kind="task", fields={"title": "T", "content": "c" * 281})
    assert error["field"] == "summary"
    assert "280" in error["message"]
    as_owner.task(content="c" * 281, summary="What it is")


def test_a_blank_summary_is_none_for_longer_content(as_owner: Caller) -> None:
    for summary in ("", "   ", None):
        fields = {"title": "T", "content": "c" * 281, "summary": summary}
        assert as_owner.refused("missing", "item_store", kind="task", fields=fields)["field"] == "summary"


def test_content_may_not_outgrow_the_missing_summary_later(as_owner: Caller) -> None:
    number = as_owner.task()
    as_owner.refused("missing", "item_store", kind="task", number=number, version=1, fields={"content": "c" * 281})
    as_owner.change("task", number, 1, content="c" * 281, summary="What it is")
    as_owner.refused("missing", "item_store", kind="task", number=number, version=2, fields={"summary": None})
    as_owner.change("task", number, 2, content="short", summary=None)
    assert as_owner.get(number)["fields"]["summary"] is None


@pytest.mark.parametrize("status", ["open", "in_progress", "done", "canceled"])
def test_these_statuses_may_be_set_on_creation_and_later(as_owner: Caller, status: str) -> None:
    assert as_owner.get(as_owner.task(status=status))["fields"]["status"] == status
    number = as_owner.task(priority="high")
    as_owner.change("task", number, 1, status=status, priority="low")
    assert as_owner.get(number)["fields"]["status"] == status


@pytest.mark.parametrize("closed", ["done", "canceled"])
@pytest.mark.parametrize("status", ["open", "in_progress"])
def test_a_closed_task_is_reopened(as_owner: Caller, closed: str, status: str) -> None:
    number = as_owner.task(status=closed)
    assert as_owner.numbers("task") == []
    as_owner.change("task", number, 1, status=status)
    assert as_owner.numbers("task") == [number]


def test_blocked_is_never_set(as_owner: Caller) -> None:
    error = as_owner.refused("invalid", "item_store", kind="task", fields={"title": "T", "status": "blocked"})
    assert error["field"] == "status"
    assert "block" in error["message"]
    number = as_owner.task()
    as_owner.refused("invalid", "item_store", kind="task", number=number, version=1, fields={"status": "blocked"})
    as_owner.act(number, "block", 1, reason="the vendor")
    assert as_owner.get(number)["fields"]["status"] == "blocked"


@pytest.mark.parametrize("status", ["open", "in_progress", None])
def test_a_blocked_task_isnt_reopened_by_a_store(as_owner: Caller, status: str | None) -> None:
    number = as_owner.task()
    as_owner.act(number, "block", 1, reason="the vendor")
    error = as_owner.refused("invalid", "item_store", kind="task", number=number, version=2, fields={"status": status})
    assert error["field"] == "status"
    assert "unblock" in error["message"]
    assert as_owner.get(number)["fields"]["blockedReason"] == "the vendor"


def test_a_blocked_task_is_canceled_by_a_store(as_owner: Caller) -> None:
    number = as_owner.task()
    as_owner.act(number, "block", 1, reason="the vendor")
    as_owner.change("task", number, 2, status="canceled")
    fields = as_owner.get(number)["fields"]
    assert (fields["status"], fields["blockedReason"]) == ("canceled", None)


def test_blocked_reason_is_read_only(as_owner: Caller) -> None:
    fields = {"title": "T", "blockedReason": "my own"}
    assert as_owner.refused("invalid", "item_store", kind="task", fields=fields)["field"] == "blockedReason"
    number = as_owner.task()
    as_owner.act(number, "block", 1, reason="the vendor")
    error = as_owner.refused(
        "invalid", "item_store", kind="task", number=number, version=2, fields={"blockedReason": "another"}
    )
    assert error["field"] == "blockedReason"
    assert "block" in error["message"]
    as_owner.refused("invalid", "item_store", kind="task", number=number, version=2, fields={"blockedReason": None})
    assert as_owner.get(number)["fields"]["blockedReason"] == "the vendor"


def test_an_edit_keeps_the_blocked_reason(as_owner: Caller) -> None:
    number = as_owner.task()
    as_owner.act(number, "block", 1, reason="the vendor")
    as_owner.change("task", number, 2, priority="high", title="Renamed")
    fields = as_owner.get(number)["fields"]
    assert (fields["status"], fields["blockedReason"], fields["priority"]) == ("blocked", "the vendor", "high")
