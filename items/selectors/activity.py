"""What happened in projects: the newest changes, what is new since a place in the events, and how much a day."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, Q
from django.db.models.functions import TruncDate
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.paging import decode_cursor, encode_cursor
from items.models import Event, Item
from items.selectors.feed import END, Change, feed
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from projects.selectors import my_projects


@dataclass(frozen=True, slots=True)
class Changes:
    """One page of entries, newest first, and the cursor of the next one, None at the end."""

    entries: list[Change]
    before: str | None


def recent_changes(actor: Actor, project: Project | None, *, limit: int = 30, before: object = None) -> Changes:
    """The newest changes that the caller may see in a project, or in all of their own that aren't archived.

    At most ``limit`` entries; ``before`` is the cursor of the page before. At most five queries, whatever the size.
    Raises NotFound for a project that the caller may not see, Invalid for a cursor of another list.
    """
    shape = ["changes", actor.user_id, project.pk if project else None]
    place = decode_cursor(shape, before) if before is not None else (END, END)
    if project is not None:
        require(actor, Capability.READ, project)
    projects = {project.pk: project.name} if project else _mine(actor)
    entries, after = feed(actor, projects, limit=limit, below=place)
    return Changes(entries, encode_cursor(shape, list(after)) if after else None)


def changes_since(actor: Actor, transaction: int, *, limit: int = 30) -> tuple[list[Change], bool]:
    """What is new in the caller's projects from this transaction on, at most ``limit`` entries, and whether there is
    more. What the person did themselves, without an agent, is no news to them. At most five queries.
    """
    entries, after = feed(actor, _mine(actor), limit=limit, since=transaction, leave_own=True)
    return entries, after is not None


def activity(actor: Actor, project: Project, *, weeks: int = 12) -> list[tuple[date, int]]:
    """How many events each day had (in UTC), from the Monday with which the first of so many weeks began to today.

    Events of items that the caller may not see don't count. One query. Raises NotFound.
    """
    require(actor, Capability.READ, project)
    today = timezone.now().date()
    first = today - timedelta(days=today.weekday(), weeks=weeks - 1)
    others = Item.objects.filter(project=project, private=True).exclude(owner=actor.user_id)
    days = (
        Event.objects.filter(~Q(item__in=others.values("pk")), project=project, at__gte=_midnight(first))
        .annotate(day=TruncDate("at", tzinfo=UTC))
        .values_list("day")
        .annotate(count=Count("*"))
        .order_by()
    )
    counted = dict(days)
    return [(day, counted.get(day, 0)) for day in (first + timedelta(days=n) for n in range((today - first).days + 1))]


def _mine(actor: Actor) -> dict[str, str]:
    return dict(my_projects(actor).values_list("pk", "name"))


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
