"""Lists: one page of short entries, with a total and a cursor that goes on where the page ended."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Expression, F, Q, QuerySet
from django.db.models.functions import Coalesce, Lower

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, UnknownFilter, UnknownSort
from conderis.core.paging import decode_cursor, encode_cursor
from items.access import visible
from items.kinds import KINDS, Kind
from items.kinds.base import Json, Lookup
from items.kinds.task import PRIORITY_RANK
from items.models import Item
from items.search import holding, relevance, words_of
from items.selectors.entries import entries, short
from items.states import now_text
from projects.models import Project

TOTAL_MAX = 1_000  # with a query a total is counted no further
_LAST = 2**31 - 1
# What a sort orders by, and whether its own direction is descending.
_SORTS: dict[str, tuple[F | Expression, bool]] = {
    "updated": (F("updated_at"), True),
    "created": (F("created_at"), False),
    "title": (Lower("title"), False),
    "priority": (PRIORITY_RANK, True),
    "position": (Coalesce(F("position"), _LAST), False),
}


@dataclass(frozen=True, slots=True)
class Query:
    """What a list call asks for, as sent: checked by `list_items`."""

    kind: Kind | None
    query: object = None
    filters: Json = field(default_factory=dict)
    sort: object = None
    limit: int = 20
    cursor: object = None


def list_items(actor: Actor, project: Project | None, asked: Query) -> Json:
    """One page as the contract has it: items, total, hasMore and nextCursor.

    Raises Invalid, UnknownFilter, UnknownSort, or TooLarge for the query.
    """
    words = words_of(asked.query) if asked.query is not None else []
    kinds = [asked.kind] if asked.kind else [kind for kind in KINDS.values() if kind.listed and _lives(kind, project)]
    sort = _sort_name(asked.sort, kinds, bool(words))
    rows = _matching(actor, project, kinds, asked.filters)
    if words:
        rows = rows.filter(holding(words))
    total = rows[: TOTAL_MAX + 1].count() if words else rows.count()
    name, reverse = sort.removeprefix("-"), sort.startswith("-")
    key, descending = (relevance(words), True) if name == "relevance" else _SORTS[name]
    descending ^= reverse
    shape = _shape(actor, project, asked, sort)
    page = entries(rows).annotate(place=key)
    if asked.cursor is not None:
        page = page.filter(_after(decode_cursor(shape, asked.cursor), descending=descending))
    order = ("-place", "-pk") if descending else ("place", "pk")
    found = list(page.order_by(*order)[: asked.limit + 1])
    shown, more = found[: asked.limit], len(found) > asked.limit
    result: Json = {
        "items": [short(actor, item, with_kind=asked.kind is None) for item in shown],
        "total": min(total, TOTAL_MAX) if words else total,
        "hasMore": more,
        "nextCursor": encode_cursor(shape, [_plain(shown[-1].place), shown[-1].pk]) if more else None,
    }
    if words and total > TOTAL_MAX:
        result["totalCapped"] = True
    return result


def in_place(actor: Actor, project: Project | None) -> QuerySet[Item]:
    """What the caller may see of a project, or their own outside of projects; locked ones are in no list."""
    rows = Item.objects.filter(visible(actor), project=project, sealed=False)
    return rows if project is not None else rows.filter(owner_id=actor.user_id)


def _lives(kind: Kind, project: Project | None) -> bool:
    return project is not None or kind.personal


def _matching(actor: Actor, project: Project | None, kinds: list[Kind], filters: Json) -> QuerySet[Item]:
    allowed = [name for name in kinds[0].filters if all(name in kind.filters for kind in kinds)]
    for name in filters:
        if name not in allowed:
            raise UnknownFilter(name, allowed)
    given = {name: value for name, value in filters.items() if value is not None}
    lookup = Lookup(actor, project.pk if project else None)
    rows = in_place(actor, project)
    for name, value in given.items():
        rows = rows.filter(kinds[0].filters[name].query(value, lookup))
    now = now_text()
    shown = Q()
    for kind in kinds:
        shown |= Q(kind=kind.name) & kind.shown(given, now)
    return rows.filter(shown)


def _sort_name(sort: object, kinds: list[Kind], with_query: bool) -> str:
    allowed = [name for name in kinds[0].sorts if all(name in kind.sorts for kind in kinds)]
    if with_query:
        allowed.insert(0, "relevance")
    if sort is None:
        return allowed[0]
    if not isinstance(sort, str):
        raise Invalid("sort", f"sort must be one of {', '.join(allowed)}, or one of them behind a -.")
    if sort.removeprefix("-") not in allowed:
        raise UnknownSort(sort, allowed, hint="A leading - reverses." + _needs_query(sort, with_query))
    return sort


def _needs_query(sort: str, with_query: bool) -> str:
    return " relevance needs a query." if not with_query and sort.removeprefix("-") == "relevance" else ""


def _shape(actor: Actor, project: Project | None, asked: Query, sort: str) -> list[Any]:
    """Everything that shapes the list: a cursor is good for this alone."""
    given = {name: value for name, value in asked.filters.items() if value is not None}
    kind = asked.kind.name if asked.kind else None
    return [actor.ref, project.pk if project else None, kind, asked.query, given, sort]


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
