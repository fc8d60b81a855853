"""What all actions on an item share: one transaction, the row locked, the version checked, one version appended."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.core.reasons import check_reason
from items.access import require_on, require_unlocked
from items.kinds.base import Json
from items.models import Event, Item
from items.services.change import Outcome
from items.services.locking import check_version, locked
from items.services.record import record
from items.services.versions import append_version
from projects.capabilities import Capability


@transaction.atomic
def act(
    *,
    actor: Actor,
    item: Item,
    version: int | None,
    changes: Callable[[Item], Json | None],
    reason: str = "",
) -> Outcome:
    """Apply what ``changes`` says of the locked item; None or an equal state changes nothing.

    Raises Denied without ``write``, Locked, SecretFound, Missing or Conflict for the version, and what ``changes``
    raises.
    """
    require_on(actor, Capability.WRITE, item)
    require_unlocked(item)
    check_reason(reason)
    item = locked(item)
    check_version(item, version)
    wanted = changes(item)
    before = item.state or {}
    state = before if wanted is None else item.rules.acted(before, wanted)
    names = item.rules.changed(before, state)
    if not names:
        return Outcome(item, changed=False)
    now = timezone.now()
    append_version(actor=actor, item=item, state=state, changed=names, at=now, reason=reason)
    record(Event.What.STORED, [item], actor=actor, at=now)
    return Outcome(item, changed=True)


def closed(item: Item, action: str) -> Conflict:
    """The refusal of an action on a task that is done or canceled."""
    status = (item.state or {})["status"]
    return Conflict(
        f"{item.ref} is {status}, so it can't be {action}. Reopen it with item_store, status open.",
        version=item.version,
        status=status,
    )
