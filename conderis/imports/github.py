"""GitHub's issues, as its REST API or ``gh issue list --json`` returns them. Every issue becomes a task."""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from conderis.core.errors import Invalid
from conderis.imports.draft import Comment, Draft
from conderis.imports.json_entries import entries_of
from conderis.imports.moments import moment_of
from conderis.imports.record import Options, Problem, Record
from conderis.imports.texts import listed, text_of, word_of

_REPOSITORY = re.compile(
    r"^https?://(?:api\.)?[\w.:-]{1,200}/(?:api/v3/)?(?:repos/)?([\w.-]{1,100}/[\w.-]{1,100})(?:/|$)"
)
_ISSUE = re.compile(r"/([\w.-]{1,100}/[\w.-]{1,100})/issues/(\d{1,12})$")
_MENTION = re.compile(r"(?<![\w/&#])#(\d{1,9})\b")
_CODE = re.compile(r"(^ {0,3}(?:```|~~~).*?^ {0,3}(?:```|~~~)[^\n]*$|`[^`\n]*`)", re.DOTALL | re.MULTILINE)
_LEFT = frozenset({"not_planned", "duplicate"})  # closed without being done
# Beside these an issue has addresses and ids of GitHub's own, which aren't a loss.
_LOST = ("locked", "active_lock_reason", "type", "projectItems", "projectCards", "isPinned")
_PEOPLE = "Who isn't a member here can't be one; it stands at the end of the text."


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    found = False
    for entry in entries_of(file):
        if entry.key in ("", "issues", "items") and entry.number is not None:
            found = True
            yield _issue(f"issue {entry.number + 1} of the file", entry.value)
        elif entry.key == "message":
            raise Invalid("file", "The file holds an error of GitHub's API instead of issues.")
    if not found:
        _refuse_other(file)


def sniff(head: bytes) -> bool:
    text = head.lstrip()
    return text.startswith(b"[") and b'"number"' in text and b'"title"' in text and b"github" in text.lower()


def _refuse_other(file: BinaryIO) -> None:
    file.seek(0)
    if file.read(64).strip() not in (b"[]", b"\xef\xbb\xbf[]"):
        raise Invalid("file", "The file holds no array of issues, as GitHub's API or gh issue list --json returns it.")


def _issue(place: str, row: Any) -> Record | Problem:
    if not isinstance(row, dict) or not isinstance(row.get("number"), int):
        return Problem(place, "It isn't an issue with a number.")
    address = next((row[name] for name in ("html_url", "url", "repository_url") if isinstance(row.get(name), str)), "")
    if row.get("pull_request") or "/pull/" in address:
        return Problem(place, "It is a pull request, not an issue.", skipped=True)
    match = _REPOSITORY.match(address)
    repository = match[1] if match else ""
    draft = Draft("task", f"{repository}#{row['number']}", place)
    draft.title(row.get("title"))
    draft.say(_full(text_of(row.get("body")), repository))
    _put_state(draft, row)
    _put_comments(draft, row, repository)
    draft.author = _login(row.get("user") or row.get("author"))
    draft.created = moment_of(row.get("created_at") or row.get("createdAt"))
    draft.updated = moment_of(row.get("updated_at") or row.get("updatedAt"))
    parent = _ISSUE.search(text_of(row.get("parent_issue_url")))
    draft.parent = f"{parent[1]}#{parent[2]}" if parent else None
    _put_facts(draft, row)
    return draft.record()


def _full(text: str, repository: str) -> str:
    """``#12`` outside of code in GitHub's own longer form: here it would be a link to another item."""
    if not repository or "#" not in text:
        return text
    parts = _CODE.split(text)  # every second one is code
    parts[::2] = [_MENTION.sub(rf"{repository}#\1", part) for part in parts[::2]]
    return "".join(parts)


def _login(value: Any) -> str:
    return word_of(value.get("login") or value.get("name")) if isinstance(value, dict) else word_of(value)


def _put_state(draft: Draft, row: dict[str, Any]) -> None:
    reason = text_of(row.get("state_reason") or row.get("stateReason")).lower()
    if text_of(row.get("state")).lower() == "closed":
        draft.fields["status"] = "canceled" if reason in _LEFT else "done"
    labels = [each.get("name") if isinstance(each, dict) else each for each in listed(row.get("labels"), object)]
    draft.tags(filter(None, labels), "labels")


def _put_comments(draft: Draft, row: dict[str, Any], repository: str) -> None:
    comments = row.get("comments")
    if isinstance(comments, int) and comments:
        draft.lose("comments", "GitHub tells only how many there are; gh issue list --json comments exports them.")
    draft.comments(
        Comment(
            _login(entry.get("user") or entry.get("author")),
            moment_of(entry.get("created_at") or entry.get("createdAt")),
            _full(text_of(entry.get("body")), repository),
        )
        for entry in listed(comments)
    )


def _put_facts(draft: Draft, row: dict[str, Any]) -> None:
    people = [_login(each) for each in listed(row.get("assignees"))] or [_login(row.get("assignee"))]
    draft.tell("assignees", ", ".join(filter(None, people)), _PEOPLE)
    milestone = row.get("milestone")
    draft.tell("milestone", milestone.get("title") if isinstance(milestone, dict) else milestone)
    draft.tell("closed_at", row.get("closed_at") or row.get("closedAt"))
    reactions = row.get("reactions")
    if isinstance(reactions, dict) and reactions.get("total_count"):
        draft.lose("reactions")
    for name in _LOST:
        if row.get(name):
            draft.lose(name)
