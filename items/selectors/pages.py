"""One page of a list, in the order of a column."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Expression, F, Q, QuerySet

from items.models import Item
from items.selectors.entries import entries


@dataclass(frozen=True, slots=True)
class Order:
    """What a page is ordered by."""

    by: F | Expression
    descending: bool


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of one page, how many there are in all, or at least, and where the next one goes on."""

    rows: list[Item]
    total: int
    after: list[Any] | None  # behind the last row, from which the cursor is made
    capped: bool = False
    cursor: str | None = None


def sorted_page(parts: Sequence[QuerySet[Item]], order: Order, limit: int, place: list[Any] | None, total: int) -> Page:
    """By a column. Of several parts each gives its first rows, so that an index in that order serves each."""
    columns = ("-place", "-pk") if order.descending else ("place", "pk")
    first, *others = (_first(rows, order, columns, limit, place) for rows in parts)
    page = first.union(*others, all=True).order_by(*columns)[: limit + 1] if others else first
    found: list[Any] = list(page)
    shown = found[:limit]
    after = [_plain(shown[-1].place), shown[-1].pk] if len(found) > limit else None
    return Page(shown, total, after)


def _first(
    rows: QuerySet[Item], order: Order, columns: Sequence[str], limit: int, place: list[Any] | None
) -> QuerySet[Item]:
    rows = entries(rows).annotate(place=order.by)
    if place is not None:
        rows = rows.filter(_after(place, descending=order.descending))
    return rows.order_by(*columns)[: limit + 1]


def _after(place: list[Any], *, descending: bool) -> Q:
    """Behind the last row of the page before: by its place in the order, then by its key.

    The first half of the condition is implied by the second; an index can use it.
    """
    value, pk = place
    side = "lt" if descending else "gt"
    if isinstance(value, dict):
        value = datetime.fromisoformat(value["at"])
    beyond = Q(**{f"place__{side}": value}) | Q(place=value, **{f"pk__{side}": pk})
    return Q(**{f"place__{side}e": value}) & beyond


def _plain(value: Any) -> Any:
    return {"at": value.isoformat()} if isinstance(value, datetime) else value
