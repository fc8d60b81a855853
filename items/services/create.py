"""Make new items, with their numbers, first versions and places."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Refusal
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Event, Item, Version
from items.services import siblings
from items.services.locking import lock_tree
from items.services.move import locked_parent
from items.services.record import record
from items.services.versions import Approval, approved
from projects.models import Project


@dataclass(frozen=True, slots=True)
class Draft:
    """A new item before it has a number: a checked state and a place.

    ``parent`` is an item that came through the door, or the index of an earlier draft of the same call;
    ``item`` is the draft's place in a batch, which a refusal names.
    """

    state: Json
    parent: Item | int | None = None
    position: int | None = None
    item: int | None = None


@contextmanager
def _naming(draft: Draft) -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        if draft.item is not None:
            refusal.data["item"] = draft.item
        raise


@transaction.atomic
def create(
    *,
    actor: Actor,
    kind: Kind,
    project: Project | None,
    drafts: Sequence[Draft],
    reason: str = "",
    approval: Approval | None = None,
) -> list[Item]:
    """The new items, in the drafts' order: all of them or none.

    With ``approval`` the actor is the author of what was approved. The caller has checked capability and states.
    Raises Invalid naming ``parent`` or ``position``.
    """
    last = lock_tree(project, actor.user_id)
    now = timezone.now()
    if project is not None:
        Project.objects.filter(pk=project.pk).update(last_number=last + len(drafts))
    items = [
        _unsaved(actor, kind, project, draft, now, last + place if project is not None else None, approval)
        for place, draft in enumerate(drafts, start=1)
    ]
    for item, draft in zip(items, drafts, strict=True):
        if isinstance(draft.parent, Item):
            with _naming(draft):
                item.parent = locked_parent(item, draft.parent)
    _save(items, drafts)
    Version.objects.bulk_create(_first_version(item, reason, approval) for item in items)
    record(Event.What.STORED, items, actor=actor, at=now)
    return items


def _unsaved(
    actor: Actor,
    kind: Kind,
    project: Project | None,
    draft: Draft,
    now: datetime,
    number: int | None,
    approval: Approval | None,
) -> Item:
    return Item(
        project=project,
        owner_id=actor.user_id,
        number=number,
        kind=kind.name,
        version=1,
        state=draft.state,
        private=kind.private(draft.state),
        created_at=now,
        created_agent_id=actor.agent_id,
        updated_at=now,
        updated_by_id=actor.user_id,
        updated_agent_id=actor.agent_id,
        **approved(approval),
    )


def _save(items: list[Item], drafts: Sequence[Draft]) -> None:
    """Insert, then hang those under their parents whose parent is in the same call, and place what has an order."""
    if "position" in items[0].rules.places:
        # One after the other: each position depends on the one before.
        for item, draft in zip(items, drafts, strict=True):
            if isinstance(draft.parent, int):
                item.parent = items[draft.parent]
            with _naming(draft):
                siblings.arrange(item, item.parent_id, draft.position)
            item.save(force_insert=True)
        return
    Item.objects.bulk_create(items)
    within = [(item, draft.parent) for item, draft in zip(items, drafts, strict=True) if isinstance(draft.parent, int)]
    for item, index in within:
        item.parent = items[index]
    if within:
        Item.objects.bulk_update([item for item, _ in within], ["parent"])


def _first_version(item: Item, reason: str, approval: Approval | None) -> Version:
    return Version(
        item=item,
        number=1,
        state=item.state,
        changed_fields=item.rules.changed(None, item.state or {}),
        reason=reason,
        author_id=item.updated_by_id,
        agent_id=item.updated_agent_id,
        at=item.created_at,
        proposal=approval.proposal if approval else None,
        **approved(approval),
    )
