"""Lists of proposals: filtered, sorted, one page at a time."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, F, Q, QuerySet
from django.db.models.expressions import Expression, RawSQL
from django.db.models.functions import Lower

from conderis.accounts.selectors import split_ref
from conderis.core.actor import Actor
from conderis.core.errors import Invalid, UnknownFilter, UnknownSort
from conderis.core.paging import decode_cursor, encode_cursor
from items.kinds import KINDS
from items.kinds.base import Json
from items.search.terms import checked_query, read_terms
from projects.models import Project
from proposals.access import visible
from proposals.models import Proposal
from proposals.selectors.entries import rows, shorts

FILTERS = ("state", "author", "targetKind")
SORTS: dict[str, tuple[F | Expression, bool]] = {  # what it orders by, and whether its own direction is descending
    "updated": (F("updated_at"), True),
    "created": (F("pk"), False),
    "title": (Lower("title"), False),
}
RELEVANCE = "relevance"
COUNTED_MAX = 1_000  # of what a query finds


@dataclass(frozen=True, slots=True)
class Asked:
    """What a list call asks for, as sent: checked by `list_proposals`."""

    query: object = None
    filters: Json = field(default_factory=dict)
    sort: object = None
    limit: int = 20
    cursor: object = None


def list_proposals(actor: Actor, project: Project, asked: Asked) -> Json:
    """One page of the proposals that the caller sees, as the contract has it: pending ones unless ``state`` says else.

    Raises Invalid, UnknownFilter, UnknownSort, or TooLarge for the query. At most six queries.
    """
    text = checked_query(asked.query) if asked.query is not None else None
    given = {name: value for name, value in asked.filters.items() if value is not None}
    found = Proposal.objects.filter(visible(actor, project), filtered(actor, given), project=project, sealed=False)
    found = found.exclude(item__sealed=True)
    sort = _sort_name(asked.sort, with_query=text is not None)
    shape = ["proposals", actor.ref, project.pk, text, given, sort]
    place = decode_cursor(shape, asked.cursor) if asked.cursor is not None else None
    if text is not None:
        found = _holding(found, text)
    total = found[: COUNTED_MAX + 1].count() if text is not None else found.count()
    page, more = _page(found, sort, asked.limit, place)
    result: Json = {
        "items": shorts(actor, page),
        "total": min(total, COUNTED_MAX) if text is not None else total,
        "hasMore": more,
        "nextCursor": encode_cursor(shape, [_plain(page[-1].place), page[-1].pk]) if more else None,
    }
    return {**result, "totalCapped": True} if text is not None and total > COUNTED_MAX else result


def filtered(actor: Actor, given: Json) -> Q:
    """The condition of the filters; pending ones unless ``state`` says else. Raises UnknownFilter or Invalid."""
    for name in given:
        if name not in FILTERS:
            raise UnknownFilter(name, FILTERS)
    state = _one_of("state", given.get("state", Proposal.Status.PENDING), list(Proposal.Status))
    condition = Q(status=state)
    if "targetKind" in given:
        kinds = [kind.name for kind in KINDS.values() if kind.reviewed(None)]
        condition &= Q(kind=_one_of("targetKind", given["targetKind"], kinds))
    return condition & _by(actor, given["author"]) if "author" in given else condition


def _by(actor: Actor, author: object) -> Q:
    """``me`` is the person and their agents; so is their ``user:…``, and ``agent:…`` is that agent alone."""
    if author == "me":
        return Q(author=actor.user_id)
    kind, ident = split_ref(author)
    if not kind:
        raise Invalid("author", "author must be me, user:<id> or agent:<id>.")
    return Q(author=ident) if kind == "user" else Q(agent=ident)


def _one_of(name: str, value: object, allowed: list[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Invalid(name, f"{name} must be one of {', '.join(allowed)}.")
    return value


def _sort_name(sort: object, *, with_query: bool) -> str:
    allowed = [*([RELEVANCE] if with_query else []), *SORTS]
    if sort is None:
        return allowed[0]
    if not isinstance(sort, str):
        raise Invalid("sort", f"sort must be one of {', '.join(allowed)}, or one of them behind a -.")
    if sort.removeprefix("-") not in allowed:
        raise UnknownSort(sort, allowed, hint="A leading - reverses.")
    return sort


def _holding(found: QuerySet[Proposal], text: str) -> QuerySet[Proposal]:
    """Those that hold any of the words, with what that is worth."""
    words = " | ".join(f"({term.words})" for term in read_terms(text) if term.words) or "''"
    within = [term.folded for term in read_terms(text) if not term.stems]
    condition = Q(RawSQL("proposals_proposal.search @@ %s::tsquery", (words,), output_field=BooleanField()))
    for part in within:
        condition |= Q(title__icontains=part)
    rank = RawSQL("ts_rank(proposals_proposal.search, %s::tsquery)", (words,))
    return found.filter(condition).annotate(rank=rank)


def _page(found: QuerySet[Proposal], sort: str, limit: int, place: list[Any] | None) -> tuple[list[Any], bool]:
    by, descending = (F("rank"), True) if sort.removeprefix("-") == RELEVANCE else SORTS[sort.removeprefix("-")]
    descending ^= sort.startswith("-")
    page = rows(found).annotate(place=by).order_by(*(("-place", "-pk") if descending else ("place", "pk")))
    if place is not None:
        value, key = place
        value = datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value
        side = "lt" if descending else "gt"
        page = page.filter(Q(**{f"place__{side}": value}) | Q(place=value, **{f"pk__{side}": key}))
    shown = list(page[: limit + 1])
    return shown[:limit], len(shown) > limit


def _plain(value: Any) -> Any:
    return {"at": value.isoformat()} if isinstance(value, datetime) else value
