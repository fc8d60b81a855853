"""A page of the queue, with what one author, or their agent, proposed in one go kept together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Count, Q, QuerySet

from conderis.core.actor import Actor
from conderis.core.paging import decode_cursor, encode_cursor
from items.kinds.base import Json
from projects.models import Project
from proposals.models import Proposal
from proposals.selectors.entries import rows
from proposals.selectors.rows import Row, rows_of
from proposals.selectors.waiting import narrowed, ordered, shelf_of

SHOWN = 50  # rows of a page: fewer than `decide_together` takes at once


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that stand together: of one sitting, ``total`` of which wait in all, or, without one, each on its own."""

    rows: list[Row]
    sitting: int | None = None
    total: int = 0

    @property
    def author(self) -> Json:
        return self.rows[0].author

    @property
    def since(self) -> datetime:
        return self.rows[0].proposal.created_at


@dataclass(frozen=True, slots=True)
class Shelf:
    """One page, and where the next begins."""

    groups: list[Group] = field(default_factory=list)
    total: int = 0
    cursor: str | None = None


def read_shelf(
    actor: Actor, project: Project, shelf: str, given: Mapping[str, str], *, cursor: str | None = None
) -> Shelf:
    """The proposals of the shelf that the filters leave. Raises Invalid naming ``show``, the filter or ``cursor``.

    At most seven queries, whatever there is.
    """
    found = narrowed(shelf_of(actor, project, shelf), given)
    shape = ["queue", actor.ref, project.pk, shelf, dict(sorted(given.items()))]
    page = rows(ordered(found, shelf))
    if cursor:
        page = page.filter(_behind(decode_cursor(shape, cursor), descending=shelf != Proposal.Status.PENDING))
    proposals: list[Any] = list(page[: SHOWN + 1])
    more, proposals = len(proposals) > SHOWN, proposals[:SHOWN]
    drawn = rows_of(actor, proposals)
    groups = _grouped(found, drawn) if shelf == Proposal.Status.PENDING else [Group(drawn)] if drawn else []
    last = [_plain(proposals[-1].place), proposals[-1].pk] if more else []
    return Shelf(groups, found.count(), encode_cursor(shape, last) if more else None)


def _grouped(found: QuerySet[Proposal], drawn: Sequence[Row]) -> list[Group]:
    """Sittings of two and more by themselves, what stands between them in one list. One query."""
    keys = {row.proposal.sitting for row in drawn}
    counted = found.filter(sitting__in=keys).order_by().values_list("sitting").annotate(Count("pk")) if keys else ()
    totals = {key: count for key, count in counted if count > 1}
    groups = []
    for key, together in groupby(drawn, lambda row: row.proposal.sitting if row.proposal.sitting in totals else None):
        groups.append(Group(list(together), key, totals.get(key, 0)))
    return groups


def _behind(place: list[Any], *, descending: bool) -> Q:
    side = "lt" if descending else "gt"
    value = datetime.fromisoformat(place[0]["at"]) if isinstance(place[0], dict) else place[0]
    return Q(**{f"place__{side}": value}) | Q(place=value, **{f"pk__{side}": place[1]})


def _plain(value: Any) -> Any:
    return {"at": value.isoformat()} if isinstance(value, datetime) else value
