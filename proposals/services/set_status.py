"""Bring a task to a status by whatever leads there, as one step."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import UnknownField
from items.models import Item
from items.services.block import block
from items.services.change import Outcome
from items.services.complete import complete
from items.services.unblock import unblock
from proposals.services.contribute import contribute
from proposals.services.propose import Proposed


@transaction.atomic
def set_status(*, actor: Actor, item: Item, version: int | None, status: str, reason: str = "") -> Outcome | Proposed:
    """Block (which needs ``reason``), unblock, complete, or store the status, whichever the contract has for it.

    What is closed opens before it is blocked, and what leaves blocked is unblocked first; where that isn't the wanted
    status yet, it takes one more version. Raises what those raise, UnknownField for an item without a status.
    """
    if "status" not in item.rules.fields:
        raise UnknownField("status", item.rules.fields)
    was = (item.state or {}).get("status")
    if status == "blocked":
        if was in ("done", "canceled"):
            opened = _store(actor, item, version, "open", reason)
            if isinstance(opened, Proposed):
                return opened
            item, version = opened.item, opened.item.version
        return block(actor=actor, item=item, version=version, reason=reason)
    if status == "done" and was != "canceled":
        return complete(actor=actor, item=item, version=version, reason=reason)
    if was == "blocked" and status in ("open", "in_progress"):
        item = unblock(actor=actor, item=item, version=version, reason=reason).item
        version = item.version
    return _store(actor, item, version, status, reason)


def _store(actor: Actor, item: Item, version: int | None, status: str, reason: str) -> Outcome | Proposed:
    return contribute(actor=actor, item=item, fields={"status": status}, version=version, reason=reason)
