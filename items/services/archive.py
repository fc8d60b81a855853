"""Put an item away, or take it out again. Each appends a version with the same content."""

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.reasons import check_reason
from items.access import publishing, require_on, require_unlocked
from items.models import Event, Item
from items.services import siblings
from items.services.change import Outcome
from items.services.locking import check_version, lock_tree, locked
from items.services.record import record
from items.services.versions import append_version


def archive(*, actor: Actor, item: Item, version: int | None, reason: str = "") -> Outcome:
    """Leave every list and recall, keep number, history and relations. Archived already: unchanged."""
    return _put_away(actor, item, version, reason, archived=True)


def restore(*, actor: Actor, item: Item, version: int | None, reason: str = "") -> Outcome:
    """Be active again, last among its siblings where they have an order. Not archived: unchanged."""
    return _put_away(actor, item, version, reason, archived=False)


def require_archivable(actor: Actor, item: Item) -> None:
    """Raises Denied, naming ``moderate`` for what is reviewed, or Locked."""
    require_on(actor, publishing(item), item)
    require_unlocked(item)


@transaction.atomic
def _put_away(actor: Actor, item: Item, version: int | None, reason: str, *, archived: bool) -> Outcome:
    """Raises Denied, Locked, SecretFound, Missing or Conflict for the version."""
    require_archivable(actor, item)
    check_reason(reason)
    ordered = "position" in item.rules.places
    if ordered:
        lock_tree(item.project, item.owner_id)
    item = locked(item)
    check_version(item, version)
    if item.archived == archived:
        return Outcome(item, changed=False)
    item.archived = archived
    if ordered and archived:
        siblings.leave(item)
    elif ordered:
        siblings.arrange(item, item.parent_id, None)
    now = timezone.now()
    append_version(actor=actor, item=item, state=item.state or {}, changed=["archived"], at=now, reason=reason)
    record(Event.What.ARCHIVED if archived else Event.What.RESTORED, [item], actor=actor, at=now)
    return Outcome(item, changed=True)
