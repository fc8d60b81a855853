"""One issue as the fields of a task."""

import re
from dataclasses import dataclass
from typing import Any

from beads.rows import Row, entries_of, one_line, text_of

# Conderis' bounds, in characters
TITLE_MAX = 200
CONTENT_MAX = 100_000
SUMMARY_FROM = 280  # a task with a longer content needs a summary
TAGS_MAX = 5
TAG_LENGTH = 30

SUMMARY_SHOWS = 200  # characters of the content in a summary that nobody wrote
STATUS = {
    "open": "open", "in_progress": "in_progress", "hooked": "in_progress", "closed": "done",
    "blocked": "open",  # Conderis wants a reason with it: the action block comes after
    "tombstone": "canceled",  # what beads keeps of a deleted issue
}  # fmt: skip
PRIORITY = ("urgent", "high", "normal", "low", "low")  # P0 to P4
SECTIONS = {"design": "Design", "acceptance_criteria": "Acceptance criteria", "notes": "Notes"}
RULE = "\n\n---\n\n"
ORIGIN = {"created": "created_at", "by": "created_by", "for": "assignee", "closed": "closed_at", "see": "external_ref"}
TAKEN = {
    "id", "title", "description", *SECTIONS, "close_reason", "comments", "status", "priority", "labels", "dependencies",
    "issue_type", *ORIGIN.values(),
}  # fmt: skip


@dataclass
class Issue:
    """``fields`` are item_store's but for the parent, which is an id here: Conderis alone knows its number."""

    id: str
    fields: dict[str, Any]
    blocked: bool = False
    parent: str | None = None


def issue_of(ident: str, row: Row, remarks: list[str]) -> Issue:
    """The issue, with a remark for each thing that Conderis can't hold as it is."""
    status = text_of(row.get("status")) or "open"
    if status not in STATUS:
        remarks.append(f"{ident}: status {status} became open")
    content = _content(ident, row, remarks)
    fields = {
        "title": _title(ident, row, remarks),
        "content": content,
        "tags": _tags(ident, row, remarks),
        "status": STATUS.get(status, "open"),
        "priority": _priority(ident, row, remarks),
    }
    if len(content) > SUMMARY_FROM:
        fields["summary"] = f"(auto) {one_line(content[:SUMMARY_SHOWS])}"
    return Issue(ident, fields, blocked=status == "blocked")


def _title(ident: str, row: Row, remarks: list[str]) -> str:
    title = text_of(row.get("title"))
    if not title.strip():
        remarks.append(f"{ident}: has no title; its id stands there")
        return ident
    if len(title) > TITLE_MAX:
        remarks.append(
            f"{ident}: title of {len(title)} characters cut to {TITLE_MAX}; the content begins with all of it"
        )
        return title[: TITLE_MAX - 1] + "…"
    return title


def _priority(ident: str, row: Row, remarks: list[str]) -> str:
    priority = row.get("priority", 2)
    if isinstance(priority, int) and 0 <= priority < len(PRIORITY):
        return PRIORITY[priority]
    remarks.append(f"{ident}: priority {text_of(priority)[:40]} became normal")
    return "normal"


def _content(ident: str, row: Row, remarks: list[str]) -> str:
    """The description, then as Markdown what beads keeps in fields of their own, at the end where it comes from."""
    title = text_of(row.get("title"))
    parts = [f"# {title}"] if len(title) > TITLE_MAX else []
    parts.append(text_of(row.get("description")))
    parts += [f"## {heading}\n\n{text_of(row[name])}" for name, heading in SECTIONS.items() if row.get(name)]
    if row.get("close_reason"):
        parts.append(f"## Closed, {text_of(row.get('closed_at'))}\n\n{text_of(row['close_reason'])}")
    comments = [
        f"**{text_of(entry.get('author'))}**, {text_of(entry.get('created_at'))}:\n\n{text_of(entry.get('text'))}"
        for entry in entries_of(ident, row, "comments", remarks)
    ]
    parts += ["## Comments", *comments] if comments else []
    body, origin = "\n\n".join(part for part in parts if part), _origin(ident, row)
    if not body:
        return origin
    room = CONTENT_MAX - len(RULE) - len(origin)
    if len(body) > room:
        remarks.append(f"{ident}: content of {len(body):,} characters cut to {room:,}")
    return f"{body[:room]}{RULE}{origin}"


def _origin(ident: str, row: Row) -> str:
    kind = one_line(text_of(row.get("issue_type"))) or "issue"
    known = [f"{word} {one_line(text_of(row[name]))[:200]}" for word, name in ORIGIN.items() if row.get(name)]
    return f"Imported from beads: {', '.join([f'{kind[:200]} {ident}', *known])}"


def _tags(ident: str, row: Row, remarks: list[str]) -> list[str]:
    tags: dict[str, None] = {}
    for label in entries_of(ident, row, "labels", remarks, of=str):
        whole = re.sub("[^a-z0-9]+", "-", label.lower()).strip("-")
        tag = whole[:TAG_LENGTH].strip("-")
        if not tag:
            remarks.append(f"{ident}: label {label[:80]!r} has no letter or digit that a tag may have; left out")
            continue
        if tag != whole:
            remarks.append(f"{ident}: label {label[:80]!r} cut to {tag}")
        tags[tag] = None
    first, beyond = list(tags)[:TAGS_MAX], list(tags)[TAGS_MAX:]
    if beyond:
        remarks.append(f"{ident}: more than {TAGS_MAX} labels; left out {', '.join(beyond)}")
    return first
