"""Take a task: it's in progress, and whoever acts is its assignee."""

from conderis.accounts.selectors import names_of
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from items.kinds.base import Json
from items.models import Item
from items.services.act import act, closed
from items.services.change import Outcome


def claim(*, actor: Actor, item: Item, version: int | None, reason: str = "") -> Outcome:
    """Make the task the caller's: the agent's, or in the browser the person's.

    Raises Conflict when another agent or person holds it, even of the same owner, or it's blocked or closed.
    """

    def changes(item: Item) -> Json:
        state = item.state or {}
        holder = state["assignee"]
        if holder is not None and holder != actor.ref:
            name = names_of([holder]).of(holder)
            raise Conflict(
                f"{item.ref} is held by {name} ({holder}). Take another, or free it with item_store, assignee null.",
                version=item.version,
                heldBy={"ref": holder, "name": name},
            )
        if state["status"] == "blocked":
            raise Conflict(
                f"{item.ref} is blocked. Unblock it first, once what it waits for is there.",
                version=item.version,
                status="blocked",
            )
        if state["status"] in ("done", "canceled"):
            raise closed(item, "claimed")
        return {"status": "in_progress", "assignee": actor.ref}

    return act(actor=actor, item=item, version=version, changes=changes, reason=reason)
