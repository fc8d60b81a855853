"""Change what an item says, and where it stands if the call says so."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Event, Item
from items.services.locking import check_version, lock_tree, locked
from items.services.move import Place, put
from items.services.record import record
from items.services.states import patched_state
from items.services.versions import Approval, append_version


@dataclass(frozen=True, slots=True)
class Outcome:
    """The item after a call, and whether the call changed anything."""

    item: Item
    changed: bool


@transaction.atomic
def change(
    *,
    actor: Actor,
    item: Item,
    version: int | None,
    fields: Json,
    place: Place | None = None,
    reason: str = "",
    approval: Approval | None = None,
) -> Outcome:
    """Patch the item's content, checking ``version``; with ``place`` it moves in the same step.

    With ``approval`` the actor is the author of what was approved. The caller has checked the capability. Raises
    Locked, the kind's refusals, then Missing or Conflict for the version. A patch that changes nothing appends nothing.
    """
    if place is not None:
        lock_tree(item.project, item.owner_id)
    item = locked(item)
    state = patched_state(item.rules, item.project, item.state or {}, fields)
    check_version(item, version)
    now = timezone.now()
    moved = place is not None and put(actor=actor, item=item, place=place, at=now)
    names = item.rules.changed(item.state, state)
    if names:
        append_version(actor=actor, item=item, state=state, changed=names, at=now, reason=reason, approval=approval)
        record(Event.What.STORED, [item], actor=actor, at=now)
    return Outcome(item, changed=bool(names) or moved)
