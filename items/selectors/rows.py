"""Rows of lists on pages: short entries with the people, moments and marks that stand beside them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from conderis.accounts.selectors import names_of, signature, titled
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.kinds.base import Group, Json, Kind, Lookup
from items.models import Item
from items.search.terms import read_terms
from items.selectors.approvals import approver
from items.selectors.entries import entries, short
from items.selectors.listing import Query, in_place, page_of
from items.selectors.passages import passages
from items.states import ACTIVE, now_text, state_of
from projects.models import Project

SOON = timedelta(days=7)  # before it expires


@dataclass(frozen=True, slots=True)
class Rows:
    """One page of a list, or of one group of it; ``cursor`` is where the next one begins."""

    entries: list[Json]
    total: int
    capped: bool
    cursor: str | None
    group: Group | None = None

    @property
    def counted(self) -> str:
        """The total as it is said: ``12``, ``1,000+``."""
        return f"{self.total:,}{'+' if self.capped else ''}"

    @property
    def left(self) -> int:
        """How many stand behind this page, when it is the first."""
        return self.total - len(self.entries)


def list_rows(actor: Actor, project: Project | None, asked: Query) -> list[Rows]:
    """A page of each group of the kind's list, or of the one that was asked for.

    What a query finds stays in one list, and its entries have ``marked``, the title, and ``passage`` in pieces, as
    `passages` gives them. Raises as `listing.page_of` does.
    """
    parts: tuple[Group | None, ...] = (asked.group,)
    if asked.kind is not None and asked.group is None and asked.query is None:
        parts = asked.kind.groups(asked.filters) or parts
    pages = [page_of(actor, project, replace(asked, group=part)) for part in parts]
    items = [item for page in pages for item in page.rows]
    drawn = iter(_found(actor, project, items, asked.query) if isinstance(asked.query, str) else rows_of(actor, items))
    return [
        Rows([next(drawn) for _ in page.rows], page.total, page.capped, page.cursor, part)
        for part, page in zip(parts, pages, strict=True)
    ]


def group_of(kind: Kind, name: str, given: Json) -> Group:
    """The group of the kind's list that is called so. Raises Invalid."""
    groups = {group.name: group for group in kind.groups(given)}
    if name not in groups:
        raise Invalid("group", f"group must be one of {', '.join(groups)}." if groups else "This list has no groups.")
    return groups[name]


def rows_of(actor: Actor, items: Sequence[Item]) -> list[Json]:
    """The items (of `entries.entries`) as rows, in their order: two queries for names, one for the marks of each kind.

    Beside the short entry: ``kind``, ``state``, ``assigned``, ``expiresAt`` and ``expiresSoon``, ``updatedAt``,
    ``updatedBy``, ``reviewedBy``, and the kind's marks.
    """
    names = names_of(ref for item in items for ref in _people(item))
    marks = dict(_marks(actor, items))
    soon = now_text(timezone.now() + SOON)
    return [
        {
            **short(actor, item, with_kind=True),
            **marks.get(item.pk, {}),
            "state": state_of(item),
            "assigned": titled(item.assignee, names),
            "expiresAt": item.expires_at,
            "expiresSoon": state_of(item) == ACTIVE and item.expires_at is not None and item.expires_at <= soon,
            "updatedAt": item.updated_at,
            "updatedBy": signature(item.updated_by_id, item.updated_agent_id, names),
            "reviewedBy": approver(item, names),
        }
        for item in items
    ]


def numbered(actor: Actor, project: Project, number: int) -> list[Json]:
    """The row of the item with this number; none where there is none that the caller may see."""
    return rows_of(actor, list(entries(in_place(actor, project).filter(number=number))))


def _found(actor: Actor, project: Project | None, items: Sequence[Item], text: str) -> list[Json]:
    """The rows of what a text found, with where it stands in them: three queries more."""
    found = passages(actor, project, [item.ref for item in items], read_terms(text))
    rows = rows_of(actor, items)
    for item, row in zip(items, rows, strict=True):
        if item.ref in found:
            row |= {"marked": found[item.ref].title, "passage": found[item.ref].passage}
    return rows


def _people(item: Item) -> Iterator[str]:
    yield f"user:{item.updated_by_id}"
    if item.updated_agent_id:
        yield f"agent:{item.updated_agent_id}"
    if item.reviewed_by_id:
        yield f"user:{item.reviewed_by_id}"
    if item.reviewed_agent_id:
        yield f"agent:{item.reviewed_agent_id}"
    if item.assignee:
        yield item.assignee


def _marks(actor: Actor, items: Iterable[Item]) -> Iterator[tuple[int, Json]]:
    """What each kind marks its items with."""
    by_kind: dict[Kind, list[Item]] = {}
    for item in items:
        by_kind.setdefault(item.rules, []).append(item)
    for kind, mine in by_kind.items():
        found: dict[str, Any] = dict(kind.recall_marks(Lookup(actor, mine[0].project_id)))
        if found:
            rows = Item.objects.filter(pk__in=[item.pk for item in mine]).annotate(**found)
            yield from ((row.pop("pk"), row) for row in rows.values("pk", *found))
