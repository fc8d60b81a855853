"""One page of what a query finds: by relevance, or in the order of a column.

The cursor keeps the newest row of the first page, so that rows which are added change nothing of the pages after it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet, Value

from conderis.core.statements import Among
from items.kinds import Kind
from items.models import Item
from items.search.haystack import Haystack, holds_any
from items.search.looking import CANDIDATES_MAX, Look, in_time
from items.search.ranking import find
from items.search.terms import Term
from items.selectors.entries import entries
from items.selectors.pages import Order, Page, sorted_page


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for, and where: among about ``size`` rows of these kinds."""

    rows: QuerySet[Item]
    kinds: Sequence[Kind]
    size: int
    terms: Sequence[Term]


def ranked_page(search: Search, limit: int, place: list[Any] | None, *, worst_first: bool) -> Page:
    """By relevance. The cursor also keeps what each term was worth, so that rows which go don't change the order."""
    score, key, newest, stems, worths = place or [None, None, _newest(), None, None]
    terms = search.terms if stems is None else [Term(folded, tuple(each)) for folded, each in stems]
    found = find(Haystack(search.rows.filter(pk__lte=newest), search.kinds), terms, search.size, worths=worths)
    ranked = found.ranked[::-1] if worst_first else found.ranked
    if place is not None:
        ranked = [pair for pair in ranked if _behind(pair, score, key, worst_first=worst_first)]
    shown = ranked[:limit]
    by_key = {item.pk: item for item in entries(Item.objects.filter(pk__in=[key for key, _ in shown]))}
    after = None
    if len(ranked) > limit:
        looked_for = [[term.folded, term.stems] for term in found.terms]
        after = [shown[-1][1], shown[-1][0], newest, looked_for, found.worths]
    return Page([by_key[key] for key, _ in shown if key in by_key], len(found.ranked), after, found.capped)


def found_page(search: Search, order: Order, limit: int, place: list[Any] | None) -> Page:
    """By a column. Where more is found than is counted, each kind is read in that order until the page is full."""
    *last, newest = place or [_newest()]
    rows = search.rows.filter(pk__lte=newest)
    with in_time():
        held = Look(Haystack(rows, search.kinds), {}, search.size, CANDIDATES_MAX).for_terms(search.terms)
        found = held.any
        capped = len(found) > CANDIDATES_MAX
        if capped:
            within = {key for keys in held.within.values() for key in keys}
            holding = rows.filter(Q(holds_any(held.terms)) | Q(_among(within)))
            parts = [holding.filter(kind=kind.name) for kind in search.kinds]
        else:
            parts = [rows.filter(_among(found))]
        page = sorted_page(parts, order, limit, last or None, min(len(found), CANDIDATES_MAX))
    return replace(page, after=[*page.after, newest] if page.after else None, capped=capped)


def _among(keys: Collection[int]) -> Among:
    return Among("pk", Value(list(keys)))


def _behind(pair: tuple[int, float], score: float, key: int, *, worst_first: bool) -> bool:
    mine, last = (pair[1], pair[0]), (score, key)
    return mine > last if worst_first else mine < last


def _newest() -> int:
    return Item.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
