"""Short entries: what lists, relations, children and parents show of an item."""

from typing import Any

from django.db.models import Case, Prefetch, QuerySet, Value, When
from django.db.models.fields import TextField
from django.db.models.fields.json import KT

from conderis.core.actor import Actor
from items.models import Item

_COLUMNS = (
    "project_id", "owner_id", "number", "kind", "version", "position", "archived", "sealed", "private", "updated_at",
    "title", "summary", "status", "type", "priority", "assignee", "visibility", "expires_at", "tags", "parent_id",
    "updated_by_id", "updated_agent_id", "reviewed_by_id", "reviewed_agent_id",
)  # fmt: skip
_PARENT = ("number", "kind", "title", "owner_id", "private", "sealed", "project_id")


def entries(items: QuerySet[Item]) -> QuerySet[Item]:
    """The rows with what a short entry needs, and no content. The state is opened for a blocked task's reason alone."""
    reason = Case(
        When(status="blocked", then=KT("state__blockedReason")), default=Value(None), output_field=TextField()
    )
    # Parents by their keys in a statement of their own: a join has ended in a bad plan on a table without statistics.
    parents = Prefetch("parent", Item.objects.only(*_PARENT))
    return items.only(*_COLUMNS).annotate(blocked=reason).prefetch_related(parents)


def short(actor: Actor, item: Item, *, with_kind: bool = False) -> dict[str, Any]:
    """The kind's entry, with what every kind has around it."""
    entry: dict[str, Any] = {"kind": item.kind} if with_kind else {}
    entry |= name_of(item)
    entry |= item.rules.short(item)
    if item.rules.short_parent:
        entry["parent"] = mini(actor, item.parent)
    return {**entry, "version": item.version}


def name_of(item: Item) -> dict[str, Any]:
    """How a result names the item: ``number``, or ``ref`` where it has none."""
    return {"number": item.number} if item.number is not None else {"ref": item.ref}


def mini(actor: Actor, item: Item | None) -> dict[str, Any] | None:
    """A parent: its number and title; None where there is none that the caller may see."""
    if item is None or item.sealed or (item.private and item.owner_id != actor.user_id):
        return None
    return {**name_of(item), "title": item.title}
