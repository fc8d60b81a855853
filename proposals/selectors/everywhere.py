"""What waits in all of a person's projects together, one queue."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.ids import is_id
from proposals.models import Proposal
from proposals.selectors.dashboard import deciding, with_project
from proposals.selectors.rows import Row, rows_of
from proposals.selectors.waiting import Choices, choices_of, narrowed

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Everywhere:
    """One page, oldest first. ``projects`` are those in which something waits: id, and name with its count; ``after``
    is where the next page begins."""

    rows: list[Row]
    total: int
    projects: list[tuple[str, str]]
    choices: Choices
    after: int | None


def waiting_everywhere(
    actor: Actor, given: Mapping[str, str], *, project: str = "", after: int | None = None
) -> Everywhere:
    """What the caller may decide, narrowed as the queue of one project is, and to one project of theirs.

    ``after`` is the key of the last row of the page before. Raises Invalid naming the filter. At most eleven queries.
    """
    everything = deciding(actor)
    if project and not is_id(project):
        raise Invalid("project", "project in the address names none.")
    found = narrowed(everything.filter(project=project) if project else everything, given)
    page = with_project(found.filter(pk__gt=after) if after else found).order_by("pk")
    shown = list(page[: SHOWN + 1])
    more = len(shown) > SHOWN
    return Everywhere(
        rows_of(actor, shown[:SHOWN]),
        found.count(),
        _projects(everything),
        choices_of(everything),
        shown[SHOWN - 1].pk if more else None,
    )


def _projects(found: QuerySet[Proposal]) -> list[tuple[str, str]]:
    rows = found.order_by().values_list("project", "project__name").annotate(count=Count("pk"))
    return [(key, f"{name} ({count})") for key, name, count in sorted(rows, key=lambda row: row[1].casefold())]
