"""Beads (steveyegge/beads): `.beads/issues.jsonl`, one issue a line. Every issue becomes a task."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from conderis.imports.draft import NO_PLACE, Comment, Draft
from conderis.imports.json_lines import objects_of
from conderis.imports.moments import moment_of
from conderis.imports.record import Options, Problem, Record
from conderis.imports.statuses import status_of
from conderis.imports.texts import listed, text_of, word_of

_PRIORITY = ("urgent", "high", "normal", "low", "low")  # P0 to P4
_SECTIONS = {"design": "Design", "acceptance_criteria": "Acceptance criteria", "notes": "Notes"}
# The issue with the link depends on the other one. What isn't here only says that the two belong together.
_WAITS = frozenset({"blocks", "blocked-by"})
_PARENT = "parent-child"
_TAKEN = frozenset({
    "id", "title", "description", *_SECTIONS, "close_reason", "comments", "status", "priority", "labels", "issue_type",
    "dependencies", "created_at", "created_by", "updated_at", "closed_at", "assignee", "external_ref",
})  # fmt: skip


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    for row in objects_of(file):
        yield row if isinstance(row, Problem) else _issue(*row)


def sniff(head: bytes) -> bool:
    first = head.lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"id"' in first and b'"issue_type"' in first


def _issue(place: str, row: dict[str, Any]) -> Record | Problem:
    ident = row.get("id")
    if not isinstance(ident, str):
        return Problem(place, "The line has no issue's id.")
    if row.get("status") == "tombstone" or row.get("_deleted"):
        return Problem(place, "Beads has deleted the issue.", skipped=True)
    draft = Draft("task", ident, place)
    draft.title(row.get("title"))
    draft.say(row.get("description"))
    for name, heading in _SECTIONS.items():
        draft.say(row.get(name), heading)
    draft.say(row.get("close_reason"), "Closed")
    draft.comments(
        Comment(word_of(entry.get("author")), moment_of(entry.get("created_at")), text_of(entry.get("text")))
        for entry in listed(row.get("comments"))
    )
    _put_state(draft, row)
    _put_links(draft, row)
    draft.author = word_of(row.get("created_by"))
    draft.created, draft.updated = moment_of(row.get("created_at")), moment_of(row.get("updated_at"))
    draft.tell(
        "assignee", row.get("assignee"), "Who isn't a member here can't be one; it stands at the end of the text."
    )
    draft.tell("external_ref", row.get("external_ref"))
    draft.tell("closed_at", row.get("closed_at"))
    for name, value in row.items():
        if name not in _TAKEN and value not in (None, "", 0, False, [], {}):
            draft.lose(word_of(name, 100), NO_PLACE)
    return draft.record()


def _put_state(draft: Draft, row: dict[str, Any]) -> None:
    said = text_of(row.get("status")) or "open"
    status = status_of(said)
    if status == "blocked":
        draft.tags(["blocked"])
    if status in (None, "blocked"):
        draft.tell("status", said, "It became open; a task is blocked by an action, with a reason.")
    draft.fields["status"] = "open" if status in (None, "blocked") else status
    priority = row.get("priority", 2)
    if isinstance(priority, int) and 0 <= priority < len(_PRIORITY):
        draft.fields["priority"] = _PRIORITY[priority]
    else:
        draft.tell("priority", priority, "It isn't one of 0 to 4 and became normal.")
    draft.tags(listed(row.get("labels"), str), "labels")
    if row.get("issue_type") not in (None, "", "task"):
        draft.tags([row["issue_type"]], "issue_type")


def _put_links(draft: Draft, row: dict[str, Any]) -> None:
    for entry in listed(row.get("dependencies")):
        target, said = entry.get("depends_on_id"), word_of(entry.get("type")) or "blocks"
        if not isinstance(target, str) or entry.get("issue_id") not in (None, row["id"]):
            draft.lose("dependencies", "Not of the form that beads writes.")
        elif said == _PARENT and draft.parent is None:
            draft.parent = target
        else:
            draft.relate("depends_on" if said in _WAITS else "related", target, f"beads: {said}")
