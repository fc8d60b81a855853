"""Events as a feed shows them: the newest of some projects, in groups, with their items and authors."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection

from conderis.accounts.selectors import names_for, signature
from conderis.core.actor import Actor
from items.models import Event, Item

CREATED = "created"
TOGETHER = timedelta(hours=1)  # what one author does to one item without a break within it is one entry
READ_AN_ENTRY, READ_MOST = 5, 500  # events that are read for an entry of a page, and in all
END = 2**63 - 1
_SHOWN = ("project_id", "number", "kind", "title")  # a locked item has no title left

# The newest of each project by its own index, then the newest of these: as quick for a project that is quiet.
_NEWEST = """
    SELECT newest.* FROM unnest(%(projects)s::text[]) AS mine (id) CROSS JOIN LATERAL (
        SELECT event.transaction, event.id, event.project_id, event.item_id, event.what, event.version, event.user_id,
               event.agent_id, event.at
        FROM items_event event JOIN items_item item ON item.id = event.item_id
        WHERE event.project_id = mine.id AND (NOT item.private OR item.owner_id = %(user)s)
          AND event.what <> ALL (%(decisions)s) AND event.transaction >= %(since)s
          AND (event.transaction, event.id) < (%(transaction)s, %(id)s)
          AND NOT (%(leave_own)s AND event.user_id = %(user)s AND event.agent_id IS NULL)
        ORDER BY event.transaction DESC, event.id DESC LIMIT %(most)s
    ) newest
    ORDER BY newest.transaction DESC, newest.id DESC LIMIT %(most)s
"""


class _Event(NamedTuple):
    """A row of the statement above."""

    transaction: int
    id: int
    project: str
    item: int
    what: str
    version: int
    user: str
    agent: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """One entry: what one author did to one item, once or ``count`` times within an hour.

    ``what`` names each thing once, the latest first: created or one of ``Event.What``. ``version`` and ``at`` are the
    latest's. ``title`` is None for a locked item and for the instructions; ``who`` is a signature.
    """

    project_id: str
    project: str
    kind: str
    number: int | None
    ref: str
    title: str | None
    what: tuple[str, ...]
    count: int
    version: int
    who: dict[str, Any]
    at: datetime


def feed(
    actor: Actor,
    projects: Mapping[str, str],
    *,
    limit: int,
    since: int = 0,
    below: Sequence[int] = (END, END),
    leave_own: bool = False,
) -> tuple[list[Change], tuple[int, int] | None]:
    """At most ``limit`` entries of these projects (id to name), and below which place there is more, None at the end.

    From transaction ``since`` on, and below a place (transaction and id of an event); ``leave_own`` leaves out what
    the person did without an agent. At most four queries.
    """
    most = min(limit * READ_AN_ENTRY, READ_MOST)
    values: dict[str, Any] = {"projects": list(projects), "user": actor.user_id, "leave_own": leave_own}
    values |= {
        "decisions": list(Event.DECISIONS),
        "since": since,
        "transaction": below[0],
        "id": below[1],
        "most": most + 1,
    }
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, values)
        events = [_Event(*row) for row in cursor.fetchall()]
    groups = _grouped(events[:most])
    shown = groups[:limit]
    more = len(groups) > limit or len(events) > most
    last = shown[-1][-1] if shown else None
    return _written(shown, projects), (last.transaction, last.id) if more and last is not None else None


def _grouped(events: Iterable[_Event]) -> list[list[_Event]]:
    groups: list[list[_Event]] = []
    for event in events:
        if groups and _belongs(event, groups[-1][0]):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _belongs(event: _Event, latest: _Event) -> bool:
    same = (event.item, event.user, event.agent) == (latest.item, latest.user, latest.agent)
    return same and latest.at - event.at <= TOGETHER


def _written(groups: list[list[_Event]], projects: Mapping[str, str]) -> list[Change]:
    """What is shown of the groups. One query for the items, without content, and at most two for the names."""
    latest = [group[0] for group in groups]
    items = Item.objects.only(*_SHOWN).in_bulk({event.item for event in latest})
    names = names_for((event.user for event in latest), (event.agent for event in latest))
    return [
        Change(
            project_id=event.project,
            project=projects[event.project],
            kind=items[event.item].kind,
            number=items[event.item].number,
            ref=items[event.item].ref,
            title=items[event.item].title,
            what=tuple(dict.fromkeys(_word(each) for each in group)),
            count=len(group),
            version=event.version,
            who=signature(event.user, event.agent, names),
            at=event.at,
        )
        for event, group in zip(latest, groups, strict=True)
        if event.item in items  # one may have gone since
    ]


def _word(event: _Event) -> str:
    return CREATED if event.what == Event.What.STORED and event.version == 1 else event.what
