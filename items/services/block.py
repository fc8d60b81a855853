"""Mark a task as waiting."""

from conderis.core.actor import Actor
from conderis.core.errors import Missing
from items.access import require_on, require_unlocked
from items.kinds.base import Json
from items.models import Item
from items.services.act import act, closed
from items.services.change import Outcome
from projects.capabilities import Capability


def block(*, actor: Actor, item: Item, version: int | None, reason: str = "") -> Outcome:
    """Mark the task as waiting, with the reason that the next reader needs; a blocked one gets the new reason.

    Raises Missing without a reason, Conflict for a closed task.
    """
    require_on(actor, Capability.WRITE, item)
    require_unlocked(item)
    if not reason.strip():
        raise Missing("reason", "block needs a reason: what the task waits for.")

    def changes(item: Item) -> Json:
        if (item.state or {})["status"] in ("done", "canceled"):
            raise closed(item, "blocked")
        return {"status": "blocked", "blockedReason": reason}

    return act(actor=actor, item=item, version=version, changes=changes, reason=reason)
