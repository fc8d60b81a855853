"""Make an item say what it said, what only actions set included."""

from conderis.core.actor import Actor
from conderis.core.secrets import refuse_secrets_in
from items.kinds.base import Json
from items.models import Item
from items.services.act import act
from items.services.change import Outcome
from items.services.states import brought_back_state


def bring_back(*, actor: Actor, item: Item, version: int | None, state: Json, reason: str = "") -> Outcome:
    """One new version with this state: a task is open again, or blocked again with its reason. For what isn't reviewed.

    Raises Denied without ``write``, Locked, Missing or Conflict for the version, SecretFound, the kind's refusals.
    """

    def changes(item: Item) -> Json:
        before = item.state or {}
        refuse_secrets_in({name: state.get(name) for name in item.rules.changed(before, state)})
        return brought_back_state(item.rules, item.project, before, state)

    return act(actor=actor, item=item, version=version, changes=changes, reason=reason)
