"""What was derived from something that is erased, and so is stale now."""

from conderis.core.actor import Actor
from items.access import visible
from items.kinds.base import Json
from items.models import Event, Item, Relation
from items.selectors.entries import entries, short
from privacy.models import DeletionRequest

SHOWN_MOST = 50


def derived_from(actor: Actor, request: DeletionRequest) -> tuple[list[Json], int]:
    """Short entries, with their kinds, of what the caller may see, and how many there are. For an approved request.

    At most three queries.
    """
    erased = _erased_with(request)
    sources = Relation.objects.filter(relation="derived_from", target__in=erased).values("source")
    rows = Item.objects.filter(visible(actor), pk__in=sources, sealed=False)
    shown = [short(actor, item, with_kind=True) for item in entries(rows).order_by("-pk")[:SHOWN_MOST]]
    return shown, len(shown) if len(shown) < SHOWN_MOST else rows.count()


def _erased_with(request: DeletionRequest) -> set[int]:
    """The items of which something was erased by this decision: what it included left its events in one transaction."""
    events = Event.objects.filter(what=Event.What.ERASED, user=request.decided_by_id, project=request.project_id)
    first = events.filter(item=request.item_id, at__gte=request.decided_at).order_by("pk").first()
    if request.item_id is None or first is None:
        return set()
    return set(events.filter(transaction=first.transaction).values_list("item", flat=True))
