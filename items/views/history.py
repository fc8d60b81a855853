"""The versions of an item: who, through which agent, when, why and what changed."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_readers
from conderis.web.queries import whole
from items.access import can_on, require_unlocked
from items.selectors.reading import read_history
from items.views.places import item_at, url_of
from projects.capabilities import Capability

TAKE = 50


@require_safe
@for_readers
def history(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    """Newest first, fifty at a time; two can be picked to compare."""
    item = item_at(actor, **place)
    require_unlocked(item)
    offset = whole(request, "offset", 0, item.version)
    shown = {
        "item": item,
        "versions": _with_addresses(item, read_history(actor, item, offset=offset, take=TAKE)["versions"]),
        "older": offset + TAKE if offset + TAKE < item.version else None,
        "newer": max(offset - TAKE, 0) if offset else None,
        "back": url_of(item, "item"),
        "compare": url_of(item, "compare"),
        "may_delete": item.stored and can_on(actor, Capability.WRITE, item),
    }
    return draw(
        request, "items/history/history.html", shown, actor=actor, project=item.project, part="items/history/list.html"
    )


def _with_addresses(item: Any, versions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**each, "url": url_of(item, "version", version=each["version"])} for each in versions]
