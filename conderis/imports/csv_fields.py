"""What a column of a table may fill, and which columns fill what by their names."""

from collections.abc import Callable
from typing import get_args

from conderis.imports.draft import Draft
from conderis.imports.moments import moment_of
from conderis.imports.statuses import priority_of, status_of
from items.kinds import KINDS
from items.kinds.fields import MemoryType, moment_text, whole_number

_NAMES = {
    "title": "title, name, subject, task, issue, titel, betreff, headline",
    "content": "content, description, body, text, notes, details, beschreibung, inhalt",
    "summary": "summary, abstract, excerpt, zusammenfassung",
    "tags": "tags, labels, label, keywords, categories, category, schlagworte",
    "status": "status, state, column, list, stage",
    "priority": "priority, importance, severity, priorität",
    "type": "memory type",
    "expiresAt": "expires, expires at, expiresat, valid until",
    "weight": "weight",
    "id": "id, key, number, uuid, nr, issue key",
    "parent": "parent, parent id, epic, parent key",
    "author": "author, reporter, created by, creator, owner, autor",
    "created": "created, created at, date, creation date, erstellt",
    "updated": "updated, updated at, modified, last modified, geändert",
}
FIELDS = tuple(_NAMES)
_BY_NAME = {name: field for field, names in _NAMES.items() for name in names.split(", ")}


def guessed(names: list[str]) -> dict[str, str]:
    """A map for columns with usual names; the first column of a field gets it."""
    found: dict[str, str] = {}
    for name in names:
        field = _BY_NAME.get(" ".join(name.casefold().replace("_", " ").split()))
        if field and field not in found.values():
            found[name] = field
    return found


def put(draft: Draft, field: str, column: str, value: str) -> None:
    """Let the cell say what its field takes; what it can't say there is kept as text, and told."""
    if field in _TEXTS:
        _TEXTS[field](draft, value)
    elif field in _VALUES:
        known = field in KINDS[draft.kind].fields
        if known and (found := _VALUES[field](value)) is not None:
            draft.fields[field] = found
            return
        why = "isn't of the form that the field takes" if known else f"is nothing that a {draft.kind} has"
        draft.tell(column, value, f"The cell {why}; it stands at the end of the text.")
    elif field in _MOMENTS:
        setattr(draft, field, moment_of(value))
        if getattr(draft, field) is None:
            draft.tell(column, value, "The cell isn't a date as ISO 8601 writes it; it stands at the end of the text.")
    elif field != "id":
        setattr(draft, field, value.strip())  # parent, author


def _tags(draft: Draft, value: str) -> None:
    draft.tags(part for part in value.replace(";", ",").replace("\n", ",").split(",") if part.strip())


def _status(value: str) -> str | None:
    status = status_of(value)
    return None if status == "blocked" else status  # that is an action, with a reason


def _type(value: str) -> str | None:
    said = value.strip().lower()
    return said if said in get_args(MemoryType) else None


def _expires(value: str) -> str | None:
    moment = moment_of(value)
    return moment_text(moment) if moment else None


def _weight(value: str) -> int | None:
    weight = whole_number(value)
    return weight if weight in range(1, 6) else None


_MOMENTS = frozenset({"created", "updated"})
_TEXTS: dict[str, Callable[[Draft, str], None]] = {
    "title": Draft.title,
    "content": Draft.say,
    "summary": Draft.summary,
    "tags": _tags,
}
_VALUES: dict[str, Callable[[str], object]] = {
    "status": _status,
    "priority": priority_of,
    "type": _type,
    "expiresAt": _expires,
    "weight": _weight,
}
