"""Write down that something happened."""

from collections.abc import Iterable
from datetime import datetime

from conderis.core.actor import Actor
from items.models import Event, Item


def record(what: Event.What, items: Iterable[Item], *, actor: Actor, at: datetime) -> None:
    """One event row an item, in the transaction of the change itself. One query."""
    Event.objects.bulk_create(
        Event(
            what=what,
            project_id=item.project_id,
            item=item,
            kind=item.kind,
            version=item.version,
            user_id=actor.user_id,
            agent_id=actor.agent_id,
            at=at,
        )
        for item in items
    )
