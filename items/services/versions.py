"""Append a version: the one way in which an item's content changes."""

from dataclasses import dataclass
from datetime import datetime

from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item, Version


@dataclass(frozen=True, slots=True)
class Approval:
    """Who let in what someone else had proposed, and the id of that proposal."""

    by: Actor
    proposal: int


def approved(approval: Approval | None) -> Json:
    """What an item and its version say of the approval; of a direct change, that there was none."""
    if approval is None:
        return {"reviewed_by_id": None, "reviewed_agent_id": None}
    return {"reviewed_by_id": approval.by.user_id, "reviewed_agent_id": approval.by.agent_id}


def append_version(
    *,
    actor: Actor,
    item: Item,
    state: Json,
    changed: list[str],
    at: datetime,
    reason: str = "",
    approval: Approval | None = None,
) -> None:
    """Make ``state`` the next version of a locked item. Two queries; the caller records the event."""
    item.version += 1
    item.state = state
    item.updated_at = at
    item.updated_by_id = actor.user_id
    item.updated_agent_id = actor.agent_id
    for name, value in approved(approval).items():
        setattr(item, name, value)
    item.save(
        update_fields=[
            "version", "state", "updated_at", "updated_by", "updated_agent", "reviewed_by", "reviewed_agent",
            "archived", "position",
        ]
    )  # fmt: skip
    Version.objects.create(
        item=item,
        number=item.version,
        state=state,
        changed_fields=changed,
        reason=reason,
        author_id=actor.user_id,
        agent_id=actor.agent_id,
        at=at,
        proposal=approval.proposal if approval else None,
        **approved(approval),
    )
