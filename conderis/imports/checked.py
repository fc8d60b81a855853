"""The checks that no reader is spared: ids that stand twice, parents and relations that lead nowhere, and the kind's
own rules. So whatever comes out of here can be stored."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from conderis.core.errors import Refusal
from conderis.core.text import storable
from conderis.imports.bounds import ROWS_MAX, SOURCE_ID_MAX, at_most
from conderis.imports.record import Link, Options, Problem, Record
from items.kinds import KINDS

Read = Callable[[BinaryIO, Options], Iterator[Record | Problem]]


@dataclass
class _Outline:
    """What is held of the whole file: kinds and parents by source id."""

    kinds: dict[str, str] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    circles: set[str] = field(default_factory=set)


def checked(read: Read, file: BinaryIO, options: Options) -> Iterator[Record | Problem]:
    """What the reader makes of the file, which is read twice: once for its outline.

    Raises TooLarge for more than ROWS_MAX rows, and whatever the reader refuses the whole file with.
    """
    outline = _outline(read, file, options)
    file.seek(0)
    seen: set[str] = set()
    for row in map(_known, read(file, options)):
        if isinstance(row, Problem):
            yield row
        elif row.source_id in seen:
            yield Problem(row.place, f"{row.source_id} was there before; the first one counts.")
        else:
            seen.add(row.source_id)
            yield _valid(_linked(row, outline))


def _known(row: Record | Problem) -> Record | Problem:
    """The row; a record without an id by which it could be found again is a problem."""
    if isinstance(row, Record) and not (0 < len(row.source_id) <= SOURCE_ID_MAX and storable(row.source_id)):
        return Problem(row.place, f"It has no id of 1 to {SOURCE_ID_MAX} characters.")
    return row


def _outline(read: Read, file: BinaryIO, options: Options) -> _Outline:
    outline = _Outline()
    for row in at_most(map(_known, read(file, options)), ROWS_MAX):
        if isinstance(row, Record) and row.source_id not in outline.kinds:
            outline.kinds[row.source_id] = row.kind
            if row.parent:
                outline.parents[row.source_id] = row.parent
    outline.circles = _circles(outline.parents)
    return outline


def _circles(parents: dict[str, str]) -> set[str]:
    """Those whose parents lead back to themselves."""
    done: set[str] = set()
    found: set[str] = set()
    for start in parents:
        path: dict[str, None] = {}
        at: str | None = start
        while at is not None and at not in done and at not in path:
            path[at] = None
            at = parents.get(at)
        if at in path:
            walked = list(path)
            found.update(walked[walked.index(at) :])
        done.update(path)
    return found


def _linked(record: Record, outline: _Outline) -> Record:
    """The record with what of its parent and relations leads to another record of the file."""
    dropped = dict(record.dropped)
    parent = record.parent
    why = _parent_fault(record, outline) if parent else ""
    if why:
        dropped.setdefault("parent", why)
        parent = None
    relations = tuple(link for link in record.relations if _holds(record, link, outline))
    if len(relations) < len(record.relations):
        dropped.setdefault("relations", "They lead to what isn't in the file, or can't hold between these.")
    return replace(record, parent=parent, relations=relations, dropped=dropped)


def _parent_fault(record: Record, outline: _Outline) -> str:
    if record.source_id in outline.circles:
        return "Its parents lead back to itself."
    kind = outline.kinds.get(record.parent or "")
    if kind is None:
        return "It isn't in the file."
    return "" if kind == record.kind else f"It is a {kind}; a {record.kind} stands under its own kind."


def _holds(record: Record, link: Link, outline: _Outline) -> bool:
    kind = outline.kinds.get(link.target)
    if kind is None or link.target == record.source_id:
        return False
    own = [each.name for each in KINDS.values() if link.relation in each.relations]  # those that have it for themselves
    return not own or (kind == record.kind and kind in own)


def _valid(record: Record) -> Record | Problem:
    try:
        KINDS[record.kind].new({**record.fields}, in_project=True)
    except Refusal as refusal:
        return Problem(record.place, refusal.message)
    return record
