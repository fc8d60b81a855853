"""Append a version: the one way in which an item's content changes."""

from datetime import datetime

from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item, Version


def append_version(
    *,
    actor: Actor,
    item: Item,
    state: Json,
    changed: list[str],
    at: datetime,
    reason: str = "",
) -> None:
    """Make ``state`` the next version of a locked item. Two queries; the caller records the event."""
    item.version += 1
    item.state = state
    item.updated_at = at
    item.updated_by_id = actor.user_id
    item.updated_agent_id = actor.agent_id
    item.reviewed_by = None
    item.save(
        update_fields=[
            "version", "state", "updated_at", "updated_by", "updated_agent", "reviewed_by", "archived", "position"
        ]
    )  # fmt: skip
    Version.objects.create(
        item=item,
        number=item.version,
        state=state,
        changed_fields=changed,
        reason=reason,
        author_id=actor.user_id,
        agent_id=actor.agent_id,
        at=at,
    )
