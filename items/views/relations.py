"""Relations of an item, added and taken back on its page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.people import for_people
from items.forms.relating import RelationForm
from items.views.places import ITEM, item_at, url_of
from items.views.sheet import draw_item


@require_POST
@for_people
def relate(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    form = RelationForm(actor, item, request.POST)
    outcome = form.attempt(form.relate) if form.is_valid() else None
    if outcome is None:
        return draw_item(request, actor, item, relating=form)
    tell(request, "Related." if outcome.changed else "It was there already.")
    return go(url_of(item, ITEM))


@require_POST
@for_people
def unrelate(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    form = RelationForm(actor, item, request.POST)
    outcome = form.attempt(form.unrelate) if form.is_valid() else None
    if outcome is None:
        return draw_item(request, actor, item, failed=form)
    tell(request, "Taken back." if outcome.changed else "It was gone already.")
    return go(url_of(item, ITEM))
