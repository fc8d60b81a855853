"""What a locked item's page says of the request that it waits for."""

from dataclasses import dataclass

from conderis.accounts.selectors import signature
from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item
from privacy.access import decides
from privacy.models import DeletionRequest
from privacy.selectors.rows import names_of_people


@dataclass(frozen=True, slots=True)
class Standing:
    """``reason`` is for whoever asked and whoever decides, None for others: it may repeat what is locked."""

    request: DeletionRequest
    by: Json
    reason: str | None
    decides: bool


def standing_of(actor: Actor, item: Item) -> Standing | None:
    """For a locked item that came through its door. At most three queries."""
    if item.deletion is None:
        return None
    request = DeletionRequest.objects.filter(pk=item.deletion, item=item.pk).first()
    if request is None:
        return None
    request.item, request.project = item, item.project
    deciding = decides(actor, request)
    asker = request.asked_by_id == actor.user_id
    by = signature(request.asked_by_id, request.asked_agent_id, names_of_people([request]))
    return Standing(request, by, request.reason if deciding or asker else None, deciding)
