"""Everything that one agent wrote, for one page: published, waiting, decided, moved."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from conderis.accounts.selectors import Names, names_for, signature
from conderis.core.paging import decode_cursor, encode_cursor
from items.access import can_on
from items.diff import changed_words
from items.kinds.base import Json
from items.models import Event, Item, Version
from items.selectors.entries import name_of
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can
from proposals.access import sees_all
from proposals.models import Proposal
from proposals.selectors.entries import rows
from proposals.selectors.writing import Writing

A_PAGE = 50
WORDS = 160  # characters of what a version changed
COMPARING = 0.5  # seconds of processor time for all of them; past it a version names its fields alone
DONE_MOST = 20
ARCHIVING = ["archived"]  # the changed fields of a version that puts an item away, or takes it out again
_MOVES = (Event.What.MOVED, Event.What.RELATED, Event.What.UNRELATED)
_DECISIONS = (Event.What.APPROVED, Event.What.REJECTED)
_SHOWN = ("number", "kind", "title", "project_id", "owner_id", "private", "sealed", "archived", "version",
          "updated_by_id", "updated_agent_id")  # fmt: skip
_VERSION = ("number", "state", "sealed", "changed_fields", "reason", "at", "proposal", "reviewed_by_id", "item_id",
            "agent_id", "author_id")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Written:
    """One published version. Of a locked one nothing is said but where it stands.

    ``what`` is created, changed, archived or restored. ``since`` is who changed the item last, None while this version
    is the current one; ``undoable`` is whether the caller may undo it, or propose to.
    """

    pk: int
    item: Item
    entry: Json
    project: Project | None
    version: Version
    what: str
    locked: bool
    words: str
    since: Json | None
    reviewed_by: Json | None
    undoable: bool


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of one page, and where the next begins, None at the end."""

    rows: Sequence[Any]
    cursor: str | None

    @property
    def undoable(self) -> int:
        return sum(row.undoable for row in self.rows)


def read_versions(writing: Writing, cursor: object = None) -> Page:
    """What it published, newest first, fifty at a time. At most four queries. Raises Invalid for the cursor."""
    before = Version.objects.filter(item=OuterRef("item"), number=OuterRef("number") - 1).values("state")
    found = writing.versions().select_related("item").annotate(before=Subquery(before))
    found = found.only(*_VERSION, *(f"item__{name}" for name in _SHOWN)).order_by("-pk")
    page, after = _page(writing, "versions", found, cursor, "lt")
    names = names_for(
        [who for each in page for who in (each.item.updated_by_id, each.reviewed_by_id)],
        [each.item.updated_agent_id for each in page],
    )
    put_away = _put_away(page)
    until = time.thread_time() + COMPARING
    return Page([_written(writing, each, names, put_away, until) for each in page], after)


def read_waiting(writing: Writing, cursor: object = None) -> Page:
    """Its proposals that wait, oldest first, fifty at a time. Two queries. Raises Invalid for the cursor."""
    found = rows(writing.proposals().filter(status=Proposal.Status.PENDING)).order_by("pk")
    page, after = _page(writing, "waiting", found, cursor, "gt")
    for each in page:
        each.project = writing.projects[each.project_id]
        each.sealed |= each.item is not None and each.item.sealed
    return Page(page, after)


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of its proposals there are by state, and how many of the waiting ones the caller may reject."""

    states: dict[str, int]
    rejectable: int

    @property
    def waiting(self) -> int:
        return self.states.get(Proposal.Status.PENDING, 0)

    @property
    def decided(self) -> list[tuple[str, int]]:
        return [(state, count) for state, count in self.states.items() if state != Proposal.Status.PENDING]


def count_proposals(writing: Writing) -> Counted:
    """One query."""
    states: dict[str, int] = {}
    rejectable = 0
    unlocked = Count("pk", filter=Q(sealed=False) & (Q(item=None) | Q(item__sealed=False)))
    found = writing.proposals().values_list("project", "status").annotate(all=Count("pk"), unlocked=unlocked)
    for project, status, count, open_ones in found:
        states[status] = states.get(status, 0) + count
        if status == Proposal.Status.PENDING and can(writing.actor, Capability.MODERATE, writing.projects[project]):
            rejectable += open_ones
    return Counted(states, rejectable)


def read_done(writing: Writing) -> list[Event]:
    """What else it did, newest first, at most twenty: moved, related, decided on others' proposals. One query."""
    deciding = [project.pk for project in writing.shown if sees_all(writing.actor, project)]
    found = Event.objects.filter(agent=writing.agent).filter(
        Q(writing.in_sight(), what__in=_MOVES) | Q(what__in=_DECISIONS, project__in=deciding)
    )
    found = found.select_related("item", "project").defer("item__state", "item__search")
    return list(found.order_by("-pk")[:DONE_MOST])


def _page(writing: Writing, what: str, found: QuerySet[Any], cursor: object, side: str) -> tuple[list[Any], str | None]:
    shape = [what, writing.actor.ref, writing.agent.pk, writing.only.pk if writing.only else None]
    if cursor:
        found = found.filter(**{f"pk__{side}": decode_cursor(shape, cursor)[0]})
    page = list(found[: A_PAGE + 1])
    after = encode_cursor(shape, [page[A_PAGE - 1].pk]) if len(page) > A_PAGE else None
    return page[:A_PAGE], after


def _put_away(page: Sequence[Version]) -> dict[tuple[int, int], str]:
    """Whether the item was archived or restored, by item and version. One query, none where neither happened."""
    asked = {(each.item_id, each.number) for each in page if each.changed_fields == ARCHIVING}
    if not asked:
        return {}
    found = Event.objects.filter(
        item__in={item for item, _ in asked}, what__in=(Event.What.ARCHIVED, Event.What.RESTORED)
    ).filter(version__in={number for _, number in asked})
    return {(item, number): what for item, number, what in found.values_list("item", "version", "what")}


def _written(
    writing: Writing, version: Version, names: Names, put_away: dict[tuple[int, int], str], until: float
) -> Written:
    item = version.item
    project = writing.projects.get(item.project_id or "")
    item.project = project
    locked = item.sealed or version.sealed or version.state is None
    current = item.version == version.number
    return Written(
        pk=version.pk,
        item=item,
        entry={**name_of(item), "title": None if item.sealed else item.title},
        project=project,
        version=version,
        what=put_away.get((item.pk, version.number), "created" if version.number == 1 else "changed"),
        locked=locked,
        words="" if locked else _words(item, version, until),
        since=None if current else signature(item.updated_by_id, item.updated_agent_id, names),
        reviewed_by=signature(version.reviewed_by_id, None, names) if version.reviewed_by_id else None,
        undoable=not locked and can_on(writing.actor, Capability.WRITE, item),
    )


def _words(item: Item, version: Version, until: float) -> str:
    """What it changed; "" where the state before can't be read, or there is no time left."""
    after = version.state or {}
    # The title of a new one stands above its words.
    before = {**item.rules.empty, "title": after.get("title")} if version.number == 1 else version.__dict__["before"]
    if before is None or time.thread_time() > until:
        return ""
    return changed_words(item.rules, before, after, WORDS)
