"""A new item of any kind."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.web.people import for_people
from items.forms.item_form import new_form
from items.views.choices import people_for
from items.views.editor import draw_editor, is_stored
from items.views.finish import finish
from items.views.places import kind_at, project_at
from items.views.store import store_new
from proposals.permissions import require_place


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def new(request: HttpRequest, actor: Actor, kind: str, project_id: str | None = None) -> HttpResponse:
    project, rules = project_at(actor, project_id), kind_at(kind)
    require_place(actor, rules, project)
    form = new_form(
        rules, project, data=request.POST if request.method == "POST" else None, typed=request.GET.dict(),
        people=people_for(actor, project, rules),
    )  # fmt: skip
    outcome = store_new(actor, rules, project, form) if is_stored(request) else None
    if outcome is None:
        return draw_editor(request, actor, form)
    return finish(request, outcome)
