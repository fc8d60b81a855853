"""The row of a singleton that was never stored."""

from django.utils import timezone

from conderis.core.actor import Actor
from items.models import Item


def found(*, actor: Actor, item: Item) -> Item:
    """The saved item; two at the same moment find the same row, at version 0."""
    if item.stored:
        return item
    now = timezone.now()
    project = item.project
    row, _ = Item.objects.get_or_create(
        project=project,
        kind=item.kind,
        number=None,
        defaults={
            "owner_id": actor.user_id,
            "version": 0,
            "state": item.rules.empty,
            "created_at": now,
            "created_agent_id": actor.agent_id,
            "updated_at": now,
            "updated_by_id": actor.user_id,
            "updated_agent_id": actor.agent_id,
        },
    )
    row.project = project
    return row
