"""The buttons of an item's page: each action is a resource of its own."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.people import for_people
from items.forms.acting import ActForm
from items.services.actions import perform
from items.views.places import ITEM, item_at, url_of
from items.views.sheet import draw_item
from items.views.words import DONE, NOTHING


@require_POST
@for_people
def act(request: HttpRequest, actor: Actor, action: str, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    form = ActForm(request.POST)
    outcome = form.tried(perform, actor=actor, item=item, action=action)
    if outcome is None:
        return draw_item(request, actor, item_at(actor, **place), failed=form)
    tell(request, DONE[action] if outcome.changed else NOTHING)
    return go(url_of(item, ITEM))
