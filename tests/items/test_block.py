"""block, unblock and complete: from every status, and the reason's life."""

from typing import Any

import pytest

from tests.calls import Caller

STATUSES = ["open", "in_progress", "blocked", "done", "canceled"]


def _at(caller: Caller, status: str, **fields: Any) -> tuple[int, int]:
    """A task in the status, and its version."""
    if status != "blocked":
        return caller.task(status=status, **fields), 1
    number = caller.task(**fields)
    caller.act(number, "block", 1, reason="the vendor")
    return number, 2


# action, from, to; None where it is refused, the same status where it is unchanged
LIFE = [
    ("claim", "open", "in_progress"),
    ("claim", "in_progress", "in_progress"),
    ("claim", "blocked", None),
    ("claim", "done", None),
    ("claim", "canceled", None),
    ("block", "open", "blocked"),
    ("block", "in_progress", "blocked"),
    ("block", "blocked", "blocked"),
    ("block", "done", None),
    ("block", "canceled", None),
    ("unblock", "open", "open"),
    ("unblock", "in_progress", "in_progress"),
    ("unblock", "blocked", "open"),
    ("unblock", "done", "done"),
    ("unblock", "canceled", "canceled"),
    ("complete", "open", "done"),
    ("complete", "in_progress", "done"),
    ("complete", "blocked", "done"),
    ("complete", "done", "done"),
    ("complete", "canceled", None),
]


@pytest.mark.parametrize(("action", "before", "after"), LIFE)
def test_every_action_from_every_status(as_writer: Caller, action: str, before: str, after: str | None) -> None:
    number, version = _at(as_writer, before)
    sent = {"number": number, "action": action, "version": version, "reason": "another reason"}
    if after is None:
        error = as_writer.refused("conflict", "item_action", **sent)
        assert before in error["message"]
        assert as_writer.get(number)["fields"]["status"] == before
        return
    result = as_writer.call("item_action", **sent)
    changed = before != after or action == "block" or (action, before) == ("claim", "in_progress")
    assert result == {
        "number": number,
        "action": action,
        "version": version + changed,
        "status": after,
        **({} if changed else {"unchanged": True}),
    }
    fields = as_writer.get(number)["fields"]
    assert fields["status"] == after
    assert fields["blockedReason"] == ("another reason" if after == "blocked" else None)


def test_block_needs_a_reason(as_writer: Caller) -> None:
    values: list[Any] = [None, "", "  ", "\n\t"]
    for reason in values:
        number = as_writer.task()
        error = as_writer.refused("missing", "item_action", number=number, action="block", version=1, reason=reason)
        assert error["field"] == "reason"
        assert "reason" in error["message"]
        assert as_writer.get(number)["fields"]["status"] == "open"


def test_the_reason_is_shown_and_in_the_history(as_writer: Caller) -> None:
    number = as_writer.task()
    as_writer.act(number, "block", 1, reason="waits for\nthe vendor")
    assert as_writer.get(number)["fields"]["blockedReason"] == "waits for\nthe vendor"
    [entry] = as_writer.call("item_list", kind="task")["items"]
    assert entry["blockedReason"] == "waits for\nthe vendor"
    as_writer.act(number, "block", 2, reason="waits for the auditor")
    as_writer.act(number, "unblock", 3, reason="they came")
    reasons = [row["reason"] for row in as_writer.get(number, history=True)["versions"]]
    assert reasons == ["they came", "waits for the auditor", "waits for\nthe vendor", None]
    assert as_writer.get(number, version=3)["fields"]["blockedReason"] == "waits for the auditor"


def test_the_same_reason_again_is_unchanged(as_writer: Caller) -> None:
    number = as_writer.task()
    as_writer.act(number, "block", 1, reason="the vendor")
    again = as_writer.act(number, "block", 2, reason="the vendor")
    assert (again["version"], again["unchanged"]) == (2, True)


@pytest.mark.parametrize("leave", ["unblock", "complete", "cancel"])
def test_the_reason_goes_with_the_block(as_writer: Caller, leave: str) -> None:
    number, version = _at(as_writer, "blocked")
    if leave == "cancel":
        as_writer.change("task", number, version, status="canceled")
    else:
        as_writer.act(number, leave, version)
    assert as_writer.get(number)["fields"]["blockedReason"] is None
    listed = as_writer.call("item_list", kind="task", filter={"includeClosed": True})["items"]
    assert [entry["blockedReason"] for entry in listed] == [None]


def test_a_held_task_goes_on_in_progress(as_writer: Caller) -> None:
    number = as_writer.task()
    as_writer.act(number, "claim", 1)
    as_writer.act(number, "block", 2, reason="the vendor")
    assert as_writer.get(number)["fields"]["assignee"] == as_writer.ref
    assert as_writer.act(number, "unblock", 3)["status"] == "in_progress"


def test_another_may_complete_and_block(as_owner: Caller, as_writer: Caller) -> None:
    number = as_owner.task()
    as_owner.act(number, "claim", 1)
    as_writer.act(number, "block", 2, reason="the vendor")
    assert as_writer.act(number, "complete", 3)["status"] == "done"
    assert as_owner.get(number)["fields"]["assignee"] == as_owner.ref


def test_other_actions_are_named_and_refused(as_writer: Caller) -> None:
    values: list[Any] = ["archive", "restore", "approve", "reject", "withdraw", "delete", "Claim", ""]
    for action in values:
        number = as_writer.task()
        error = as_writer.refused("unknown_action", "item_action", number=number, action=action, version=1)
        assert error["allowed"] == ["claim", "complete", "block", "unblock", "relate", "unrelate"]
        assert all(name in error["message"] for name in error["allowed"])


def test_an_action_is_required(as_writer: Caller) -> None:
    error = as_writer.refused("missing", "item_action", number=as_writer.task(), version=1)
    assert error["field"] == "action"
    assert "claim" in error["message"]


@pytest.mark.parametrize("sent", [{"target": 1}, {"relation": "related"}])
def test_parameters_of_relate_are_refused(as_writer: Caller, sent: dict[str, Any]) -> None:
    number = as_writer.task()
    error = as_writer.refused("invalid", "item_action", number=number, action="claim", version=1, **sent)
    assert error["field"] in sent
    assert as_writer.get(number)["version"] == 1


@pytest.mark.parametrize("kind", ["memory", "page"])
@pytest.mark.parametrize("action", ["claim", "complete", "block", "unblock"])
def test_task_actions_are_for_tasks(as_owner: Caller, kind: str, action: str) -> None:
    number = as_owner.memory() if kind == "memory" else as_owner.page()
    sent = {"number": number, "action": action, "version": 1, "reason": "why"}
    error = as_owner.refused("unknown_action", "item_action", **sent)
    assert error["allowed"] == ["archive", "restore", "relate", "unrelate"]


def test_the_instructions_have_no_actions(as_owner: Caller) -> None:
    error = as_owner.refused("unknown_action", "item_action", ref="instructions", action="archive", version=0)
    assert error["allowed"] == []
