"""What a task waited for is there."""

from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item
from items.services.act import act
from items.services.change import Outcome


def unblock(*, actor: Actor, item: Item, version: int | None, reason: str = "") -> Outcome:
    """Let a blocked task go on: in progress where someone holds it, else open. Another one stays as it is."""

    def changes(item: Item) -> Json | None:
        state = item.state or {}
        if state["status"] != "blocked":
            return None
        return {"status": "in_progress" if state["assignee"] else "open", "blockedReason": None}

    return act(actor=actor, item=item, version=version, changes=changes, reason=reason)
