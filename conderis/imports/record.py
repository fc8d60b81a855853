"""What every reader makes of a file: one record a thing, or a problem with its place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


class Link(NamedTuple):
    """The record stands in ``relation`` to the one whose source id is ``target``; ``note`` is the source's own word."""

    relation: str
    target: str
    note: str = ""


class Earlier(NamedTuple):
    """A text that the thing had before, oldest first. Who and when are what the file says, which nobody checked."""

    content: str
    author: str
    at: datetime | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One thing of a file as an item to be.

    ``fields`` are what the kind's ``new`` takes; ``parent`` stands beside them, as a source id. ``source_id`` is the
    same whenever the source is read again. ``author``, ``created`` and ``updated`` are what the file claims: text to
    show as such, never identity. ``dropped`` names what of the source isn't taken over as it was, and why.
    """

    kind: str
    fields: Mapping[str, Any]
    source_id: str
    place: str
    parent: str | None = None
    relations: tuple[Link, ...] = ()
    author: str = ""
    created: datetime | None = None
    updated: datetime | None = None
    earlier: tuple[Earlier, ...] = ()
    dropped: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """A row that became no record: it can't be read, or (``skipped``) is left out on purpose."""

    place: str
    reason: str
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """What a person may choose; a reader says in ``takes`` which of them it heeds.

    ``earlier``: take earlier texts too. ``kind``: what rows become. ``columns``: column -> field.
    """

    earlier: bool = False
    kind: str = "task"
    columns: Mapping[str, str] = field(default_factory=dict)
