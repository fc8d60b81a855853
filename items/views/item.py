"""One item, read."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.people import for_readers
from items.views.places import item_at
from items.views.sheet import draw_item


@require_safe
@for_readers
def item(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    return draw_item(request, actor, item_at(actor, **place))
