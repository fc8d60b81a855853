"""What can be done with an item beside changing its fields: each action by its name, for every surface."""

from collections.abc import Callable, Mapping

from conderis.core.actor import Actor
from conderis.core.errors import UnknownAction
from items.access import can_on, publishing
from items.kinds.base import Step
from items.models import Item
from items.services.archive import archive, restore
from items.services.block import block
from items.services.change import Outcome
from items.services.claim import claim
from items.services.complete import complete
from items.services.unblock import unblock

# Those that check and append a version. All take ``actor``, ``item``, ``version`` and ``reason``.
VERSIONED: Mapping[str, Callable[..., Outcome]] = {
    "claim": claim,
    "complete": complete,
    "block": block,
    "unblock": unblock,
    "archive": archive,
    "restore": restore,
}


def perform(*, actor: Actor, item: Item, action: str, version: int | None, reason: str = "") -> Outcome:
    """Carry the action out. Raises UnknownAction for one that the item's kind lacks, and what the action raises."""
    allowed = [name for name in item.rules.actions if name in VERSIONED]
    if action not in allowed:
        raise UnknownAction(action, allowed)
    return VERSIONED[action](actor=actor, item=item, version=version, reason=reason)


def steps_for(actor: Actor, item: Item) -> list[Step]:
    """What the caller may do with an item that isn't locked, as it is now. For buttons; each service asks again."""
    if item.sealed or not item.stored or not can_on(actor, publishing(item), item):
        return []
    return item.rules.steps(item.state or {}, archived=item.archived, me=actor.ref)
