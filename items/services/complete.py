"""Close a task as done."""

from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item
from items.services.act import act, closed
from items.services.change import Outcome


def complete(*, actor: Actor, item: Item, version: int | None, reason: str = "") -> Outcome:
    """Mark the task as done, from any active status. Raises Conflict for a canceled one."""

    def changes(item: Item) -> Json:
        if (item.state or {})["status"] == "canceled":
            raise closed(item, "completed")
        return {"status": "done", "blockedReason": None}

    return act(actor=actor, item=item, version=version, changes=changes, reason=reason)
