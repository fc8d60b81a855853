"""Lists: one page of short entries, with a total and a cursor that goes on where the page ended."""

from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q, QuerySet

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, UnknownFilter, UnknownSort
from conderis.core.paging import decode_cursor, encode_cursor
from items.access import visible
from items.kinds import KINDS, Kind
from items.kinds.base import Group, Json, Lookup
from items.models import Item
from items.search.looking import CANDIDATES_MAX
from items.search.terms import checked_query, read_terms
from items.selectors.entries import short
from items.selectors.pages import Order, Page, sorted_page
from items.selectors.searching import Search, found_page, ranked_page
from items.states import now_text
from projects.models import Project

RELEVANCE = "relevance"


@dataclass(frozen=True, slots=True)
class Query:
    """What a list call asks for, as sent: checked by `page_of`. Only pages ask for one group of a kind's list."""

    kind: Kind | None
    query: object = None
    filters: Json = field(default_factory=dict)
    sort: object = None
    limit: int = 20
    cursor: object = None
    group: Group | None = None
    put_away: bool = False  # the closed, archived and expired ones too, without asking each kind for its own


def list_items(actor: Actor, project: Project | None, asked: Query) -> Json:
    """One page as the contract has it: items, total, hasMore and nextCursor. Raises as `page_of` does."""
    page = page_of(actor, project, asked)
    result: Json = {
        "items": [short(actor, item, with_kind=asked.kind is None) for item in page.rows],
        "total": page.total,
        "hasMore": page.cursor is not None,
        "nextCursor": page.cursor,
    }
    return {**result, "totalCapped": True} if page.capped else result


def page_of(actor: Actor, project: Project | None, asked: Query) -> Page:
    """One page of what is asked for. Raises Invalid, UnknownFilter, UnknownSort, or TooLarge for the query."""
    text = checked_query(asked.query) if asked.query is not None else None
    kinds = [asked.kind] if asked.kind else [kind for kind in KINDS.values() if kind.listed and _lives(kind, project)]
    sort = _sort_name(asked.sort, kinds, text is not None)
    rows = _matching(actor, project, kinds, asked)
    if asked.group is not None:
        rows = rows.filter(asked.group.members)
    shape = _shape(actor, project, asked, sort)
    place = decode_cursor(shape, asked.cursor) if asked.cursor is not None else None
    if text is None:
        page = sorted_page([rows], _order(kinds, sort), asked.limit, place, rows.count())
    else:
        size = project.last_number if project is not None else CANDIDATES_MAX
        search = Search(rows, kinds, size, read_terms(text))
        if sort.removeprefix("-") == RELEVANCE:
            page = ranked_page(search, asked.limit, place, worst_first=sort.startswith("-"))
        else:
            page = found_page(search, _order(kinds, sort), asked.limit, place)
    return page if page.after is None else replace(page, cursor=encode_cursor(shape, page.after))


def in_place(actor: Actor, project: Project | None) -> QuerySet[Item]:
    """What the caller may see of a project, or their own outside of projects; locked ones are in no list."""
    rows = Item.objects.filter(visible(actor), project=project, sealed=False)
    return rows if project is not None else rows.filter(owner_id=actor.user_id)


def _lives(kind: Kind, project: Project | None) -> bool:
    return project is not None or kind.personal


def _matching(actor: Actor, project: Project | None, kinds: list[Kind], asked: Query) -> QuerySet[Item]:
    allowed = [name for name in kinds[0].filters if all(name in kind.filters for kind in kinds)]
    for name in asked.filters:
        if name not in allowed:
            raise UnknownFilter(name, allowed)
    given = {name: value for name, value in asked.filters.items() if value is not None}
    lookup = Lookup(actor, project.pk if project else None)
    rows = in_place(actor, project)
    for name, value in given.items():
        rows = rows.filter(kinds[0].filters[name].query(value, lookup))
    now = now_text()
    shown = Q()
    for kind in kinds:
        shown |= Q(kind=kind.name) & kind.shown(kind.widest if asked.put_away else given, now)
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


def _order(kinds: list[Kind], sort: str) -> Order:
    chosen = kinds[0].sorts[sort.removeprefix("-")]
    return Order(chosen.by, descending=chosen.descending ^ sort.startswith("-"))


def _shape(actor: Actor, project: Project | None, asked: Query, sort: str) -> list[Any]:
    """Everything that shapes the list: a cursor is good for this alone."""
    given = {name: value for name, value in asked.filters.items() if value is not None}
    kind = asked.kind.name if asked.kind else None
    pages_own = [asked.group.name if asked.group else None, asked.put_away] if asked.group or asked.put_away else []
    return [actor.ref, project.pk if project else None, kind, asked.query, given, sort, *pages_own]
