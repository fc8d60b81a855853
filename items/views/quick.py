"""The fields that are changed on an item's page itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.people import for_people
from items.forms.editing import EditForm
from items.views.finish import finish
from items.views.places import item_at
from items.views.sheet import draw_item
from items.views.store import store
from proposals.permissions import require_changeable


@require_POST
@for_people
def quick(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    require_changeable(actor, item)
    form = EditForm(actor, item, data=request.POST, names=item.rules.quick)
    outcome = store(actor, item, form)
    if outcome is None:
        return draw_item(request, actor, item_at(actor, **place), failed=form)
    return finish(request, outcome, item.version)
