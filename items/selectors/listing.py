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
from items.columns import whole_text
from items.kinds import KINDS, Kind
from items.kinds.base import Json, Lookup
from items.kinds.task import PRIORITY_RANK
from items.models import Item
from items.search.ranking import CANDIDATES_MAX, find, holding
from items.search.terms import Term, checked_query, read_terms
from items.selectors.entries import entries, short
from items.states import now_text
from projects.models import Project

RELEVANCE = "relevance"
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


@dataclass(frozen=True, slots=True)
class _Page:
    """The rows of one page, how many there are in all, and the cursor's place behind the last one."""

    rows: list[Item]
    total: int
    after: list[Any] | None
    capped: bool = False


def list_items(actor: Actor, project: Project | None, asked: Query) -> Json:
    """One page as the contract has it: items, total, hasMore and nextCursor.

    Raises Invalid, UnknownFilter, UnknownSort, or TooLarge for the query.
    """
    text = checked_query(asked.query) if asked.query is not None else None
    kinds = [asked.kind] if asked.kind else [kind for kind in KINDS.values() if kind.listed and _lives(kind, project)]
    sort = _sort_name(asked.sort, kinds, text is not None)
    rows = _matching(actor, project, kinds, asked.filters)
    shape = _shape(actor, project, asked, sort)
    place = decode_cursor(shape, asked.cursor) if asked.cursor is not None else None
    terms = read_terms(text) if text is not None else None
    if terms is not None and sort.removeprefix("-") == RELEVANCE:
        size = project.last_number if project is not None else CANDIDATES_MAX
        page = _ranked(rows, terms, size, asked.limit, place, worst_first=sort.startswith("-"))
    else:
        page = _sorted(rows, terms, sort, asked.limit, place)
    result: Json = {
        "items": [short(actor, item, with_kind=asked.kind is None) for item in page.rows],
        "total": page.total,
        "hasMore": page.after is not None,
        "nextCursor": encode_cursor(shape, page.after) if page.after is not None else None,
    }
    return {**result, "totalCapped": True} if page.capped else result


def in_place(actor: Actor, project: Project | None) -> QuerySet[Item]:
    """What the caller may see of a project, or their own outside of projects; locked ones are in no list."""
    rows = Item.objects.filter(visible(actor), project=project, sealed=False)
    return rows if project is not None else rows.filter(owner_id=actor.user_id)


def _ranked(
    rows: QuerySet[Item], terms: list[Term], size: int, limit: int, place: list[Any] | None, *, worst_first: bool
) -> _Page:
    """By relevance. The cursor keeps the newest row and what each term was worth on the first page, so that neither
    rows which are added nor rows which go change the order of the others."""
    score, key, newest, stems, worths = place or [None, None, None, None, None]
    if newest is None:
        newest = Item.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    else:
        terms = [Term(folded, tuple(each)) for folded, each in stems]
    found = find(rows.filter(pk__lte=newest), terms, size, worths)
    ranked = found.ranked[::-1] if worst_first else found.ranked
    if place is not None:
        ranked = [pair for pair in ranked if _behind(pair, score, key, worst_first=worst_first)]
    shown = ranked[:limit]
    by_key = {item.pk: item for item in entries(Item.objects.filter(pk__in=[key for key, _ in shown]))}
    after = None
    if len(ranked) > limit:
        looked_for = [[term.folded, term.stems] for term in found.terms]
        after = [shown[-1][1], shown[-1][0], newest, looked_for, found.worths]
    return _Page([by_key[key] for key, _ in shown if key in by_key], len(found.ranked), after, found.capped)


def _behind(pair: tuple[int, float], score: float, key: int, *, worst_first: bool) -> bool:
    mine, last = (pair[1], pair[0]), (score, key)
    return mine > last if worst_first else mine < last


def _sorted(rows: QuerySet[Item], terms: list[Term] | None, sort: str, limit: int, place: list[Any] | None) -> _Page:
    """By a column, whether or not there is a query."""
    total, capped = 0, False
    if terms is not None:
        rows = rows.annotate(whole=whole_text()).filter(holding(terms))
        total = rows[: CANDIDATES_MAX + 1].count()
        capped = total > CANDIDATES_MAX
    else:
        total = rows.count()
    expression, descending = _SORTS[sort.removeprefix("-")]
    descending ^= sort.startswith("-")
    page = entries(rows).annotate(place=expression)
    if place is not None:
        page = page.filter(_after(place, descending=descending))
    order = ("-place", "-pk") if descending else ("place", "pk")
    found: list[Any] = list(page.order_by(*order)[: limit + 1])
    shown = found[:limit]
    after = [_plain(shown[-1].place), shown[-1].pk] if len(found) > limit else None
    return _Page(shown, min(total, CANDIDATES_MAX) if capped else total, after, capped)


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
        allowed.insert(0, RELEVANCE)
    if sort is None:
        return allowed[0]
    if not isinstance(sort, str):
        raise Invalid("sort", f"sort must be one of {', '.join(allowed)}, or one of them behind a -.")
    if sort.removeprefix("-") not in allowed:
        needs = " relevance needs a query." if sort.removeprefix("-") == RELEVANCE else ""
        raise UnknownSort(sort, allowed, hint="A leading - reverses." + needs)
    return sort


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
