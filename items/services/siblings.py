"""The order of siblings: dense positions from 0, among the active ones."""

from django.db.models import F, Max, QuerySet

from conderis.core.errors import Invalid
from items.models import Item


def of(item: Item, parent_id: int | None) -> QuerySet[Item]:
    """The ordered items under a parent of the item's project and kind, the item itself left out."""
    ordered = Item.objects.filter(project=item.project_id, kind=item.kind, parent=parent_id, position__isnull=False)
    return ordered.exclude(pk=item.pk) if item.stored else ordered


def arrange(item: Item, parent_id: int | None, position: int | None) -> None:
    """Give the item its position under ``parent_id``; the others close up and make room. The caller saves the item.

    Raises Invalid for a position past the last. The caller holds the tree's lock.
    """
    stays = item.stored and item.parent_id == parent_id and item.position is not None
    if stays and position in (None, item.position):
        return
    if item.archived:
        if position is not None:
            raise Invalid("position", f"{item.ref} is archived and has no position; restore it first.")
        return
    last = next_position(item, parent_id) - (1 if stays else 0)
    if position is not None and position > last:
        raise Invalid("position", f"position must be 0 to {last} there.")
    leave(item)
    target = last if position is None else position
    of(item, parent_id).filter(position__gte=target).update(position=F("position") + 1)
    item.position = target


def next_position(item: Item, parent_id: int | None) -> int:
    """Behind the last of all that stand there, the item itself included."""
    there = Item.objects.filter(project=item.project_id, kind=item.kind, parent=parent_id)
    top: int | None = there.aggregate(top=Max("position"))["top"]
    return 0 if top is None else top + 1


def leave(item: Item) -> None:
    """Take the item out of its order; the others close up. The caller saves the item."""
    if item.stored and item.position is not None:
        of(item, item.parent_id).filter(position__gt=item.position).update(position=F("position") - 1)
    item.position = None
