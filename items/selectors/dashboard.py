"""What a person finds over all of their projects: the projects themselves, and the work that waits for them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q

from conderis.core.actor import Actor
from items.access import visible
from items.kinds import KINDS
from items.kinds.filters import mine_listed
from items.kinds.task import ACTIVE, PRIORITY_RANK
from items.models import Item
from items.selectors.entries import entries, short
from items.states import now_text
from projects.capabilities import Role
from projects.selectors import my_projects

CARDS_MAX = 50
TASKS_MAX = 20
# The latest event of each project that the person may know of: one step in an index, unless others' private items
# were the last to change.
_LAST = """
    SELECT mine.id, latest.at FROM unnest(%(projects)s::text[]) AS mine (id) CROSS JOIN LATERAL (
        SELECT event.at FROM items_event event JOIN items_item item ON item.id = event.item_id
        WHERE event.project_id = mine.id AND (NOT item.private OR item.owner_id = %(user)s)
        ORDER BY event.transaction DESC, event.id DESC LIMIT 1
    ) latest
"""


@dataclass(frozen=True, slots=True)
class Card:
    """A project of the person's. ``counts`` are those of project_get; ``changed_at`` is None where nothing happened."""

    project_id: str
    name: str
    role: str
    public: bool
    counts: dict[str, int]
    changed_at: datetime | None


def project_cards(actor: Actor) -> tuple[list[Card], int]:
    """The caller's projects, what changed last first, at most 50, and how many there are. Three queries."""
    mine = list(my_projects(actor).values_list("pk", "name", F("seen_as"), "public"))
    changed = _changed_at(actor, [pk for pk, *_ in mine])
    mine.sort(key=lambda row: changed[row[0]].timestamp() if row[0] in changed else 0, reverse=True)
    shown = mine[:CARDS_MAX]
    counts = _counts(actor, [pk for pk, *_ in shown])
    cards = [Card(pk, name, Role(role).label, public, counts[pk], changed.get(pk)) for pk, name, role, public in shown]
    return cards, len(mine)


def my_tasks(actor: Actor, *, limit: int = TASKS_MAX) -> tuple[list[dict[str, Any]], int]:
    """Active tasks of all the caller's projects that wait for them or their agents, and how many there are.

    The most urgent first, then what changed last; short entries, each with ``projectId`` and ``project``, its name.
    At most five queries.
    """
    projects = dict(my_projects(actor).values_list("pk", "name"))
    mine = mine_listed(actor, "assignee")
    rows = Item.objects.filter(visible(actor), mine, project__in=list(projects), status__in=ACTIVE)
    found = list(entries(rows).order_by(PRIORITY_RANK.desc(), "-updated_at", "-pk")[: limit + 1])
    total = len(found) if len(found) <= limit else rows.count()
    return [
        {**short(actor, item), "projectId": item.project_id, "project": projects[str(item.project_id)]}
        for item in found[:limit]
    ], total


def _changed_at(actor: Actor, projects: list[str]) -> dict[str, datetime]:
    with connection.cursor() as cursor:
        cursor.execute(_LAST, {"projects": projects, "user": actor.user_id})
        return dict(cursor.fetchall())


def _counts(actor: Actor, projects: list[str]) -> dict[str, dict[str, int]]:
    """What each kind's list shows, by project and the kind's name among the counts; read from one index alone."""
    counted = {kind.name: kind.count for kind in KINDS.values() if kind.count}
    shown, now = Q(), now_text()
    for name in counted:
        shown |= Q(kind=name) & KINDS[name].shown({}, now)
    rows = Item.objects.filter(visible(actor), shown, project__in=projects, sealed=False)
    counts: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(counted.values(), 0))
    for project, kind, count in rows.order_by().values_list("project", "kind").annotate(count=Count("*")):
        counts[project][counted[kind]] = count
    return counts
