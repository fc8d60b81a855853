"""Move an item under another parent or to another place among its siblings. The last move wins."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.models import Event, Item
from items.services import siblings
from items.services.locking import lock_tree, locked
from items.services.record import record
from items.states import ACTIVE, state_of

_ABOVE = """
    WITH RECURSIVE above AS (
        SELECT id, parent_id FROM items_item WHERE id = %s
        UNION SELECT item.id, item.parent_id FROM items_item item JOIN above ON item.id = above.parent_id
    )
    SELECT 1 FROM above WHERE id = %s
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item goes. ``parent`` None is the top level; without ``reparent`` it stays under its parent.

    ``position`` counts from 0 among the siblings; None is last under a new parent, and unchanged under the same.
    """

    parent: Item | None = None
    reparent: bool = False
    position: int | None = None


@transaction.atomic
def move(*, actor: Actor, item: Item, place: Place) -> tuple[Item, bool]:
    """Put the item there; the item as it is then, and whether it moved. Needs and takes no version.

    The caller has checked the capability. Raises Locked, or Invalid naming ``parent`` or ``position``.
    """
    lock_tree(item.project, item.owner_id)
    item = locked(item)
    return item, put(actor=actor, item=item, place=place, at=timezone.now())


def put(*, actor: Actor, item: Item, place: Place, at: datetime) -> bool:
    """`move`, for a caller that holds the locks of the tree and of the item."""
    parent_id = item.parent_id
    if place.reparent:
        parent_id = place.parent.pk if place.parent else None
    if place.parent is not None and parent_id != item.parent_id:
        locked_parent(item, place.parent)
    before = (item.parent_id, item.position)
    if "position" in item.rules.places:
        siblings.arrange(item, parent_id, place.position)
    item.parent_id = parent_id
    if before == (item.parent_id, item.position):
        return False
    item.save(update_fields=["parent", "position"])
    record(Event.What.MOVED, [item], actor=actor, at=at)
    return True


def locked_parent(item: Item, parent: Item) -> Item:
    """The parent, locked so that it stays what it is. Raises Invalid when the item can't stand under it.

    The parent came through the door. A new item (without a primary key) can close no cycle.
    """
    if parent.pk == item.pk:
        raise Invalid("parent", f"{item.ref} can't be its own parent.")
    if parent.kind != item.kind:
        raise Invalid("parent", f"parent must be a {item.kind}; {parent.ref} is a {parent.kind}.")
    fresh = Item.objects.select_for_update(no_key=True).get(pk=parent.pk)
    if state_of(fresh) != ACTIVE:
        raise Invalid("parent", f"parent must be active; {parent.ref} is {state_of(fresh)}.")
    if item.stored and _stands_above(item, fresh):
        raise Invalid("parent", f"{parent.ref} stands below {item.ref}; that would be a cycle.")
    return fresh


def _stands_above(item: Item, start: Item) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_ABOVE, [start.pk, item.pk])
        return cursor.fetchone() is not None
