"""The fields that are changed on an item's page itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.people import for_people
from items.forms.editing import EditForm
from items.views.places import ITEM, item_at, url_of
from items.views.sheet import draw_item
from items.views.store import store
from items.views.words import saved
from proposals.services.contribute import require_changeable


@require_POST
@for_people
def quick(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    require_changeable(actor, item)
    form = EditForm(actor, item, data=request.POST, names=item.rules.quick)
    outcome = store(actor, item, form)
    if outcome is None:
        return draw_item(request, actor, item_at(actor, **place), failed=form)
    tell(request, saved(outcome, item.version))
    return go(url_of(item, ITEM))
