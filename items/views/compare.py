"""Two versions of an item beside each other."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_readers
from conderis.web.queries import whole
from items.diff.comparing import CONTEXT
from items.selectors.comparing import read_comparison
from items.views.places import item_at, url_of

BESIDE = "beside"
PICKED_MOST = 200  # versions in a picker; with more the numbers are typed


@require_safe
@for_readers
def compare(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    """``from`` and ``to`` are versions, 0 is empty; ``view=beside`` puts them side by side, ``whole`` folds nothing."""
    item = item_at(actor, **place)
    newer = whole(request, "to", item.version)
    older = whole(request, "from", max(newer - 1, 0))
    unfolded = "whole" in request.GET
    found = read_comparison(actor, item, older, newer, context=None if unfolded else CONTEXT)
    shown = {
        "item": item,
        "found": found,
        "side_by_side": request.GET.get("view") == BESIDE,
        "unfolded": unfolded,
        "numbers": range(item.version, -1, -1) if item.version <= PICKED_MOST else None,
        "back": url_of(item, "item"),
        "history": url_of(item, "history"),
    }
    return draw(
        request,
        "items/history/compare.html",
        shown,
        actor=actor,
        project=item.project,
        part="items/history/compared.html",
    )
