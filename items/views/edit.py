"""A change of an item, and what happens when someone else changed it meanwhile."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.web.people import for_people
from items.forms.editing import EditForm
from items.views.choices import people_for
from items.views.editor import draw_editor, draw_meeting, is_stored
from items.views.finish import finish
from items.views.places import item_at
from items.views.store import store
from proposals.permissions import require_changeable


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def edit(request: HttpRequest, actor: Actor, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    require_changeable(actor, item)
    people = people_for(actor, item.project, item.rules, item.state)
    form = EditForm(actor, item, data=request.POST if request.method == "POST" else None, people=people)
    outcome = store(actor, item, form) if is_stored(request) else None
    if outcome is not None:
        return finish(request, outcome, item.version)
    if isinstance(form.refusal, Conflict):
        return draw_meeting(request, actor, item_at(actor, **place), form)
    return draw_editor(request, actor, form, item)
