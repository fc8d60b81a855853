"""What waits in a project and what was decided; what waits can be decided here together."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.web.pages import draw, wants_part
from conderis.web.people import for_people
from projects.models import Project
from projects.selectors import project_for
from proposals.selectors.counts import waiting_count
from proposals.selectors.waiting import choices_of, require_shelves, shelf_of
from proposals.services.decide_together import decide_together
from proposals.views.deciding import Together
from proposals.views.filters import TABS, QueueFilters
from proposals.views.told import told


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def queue(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """Posting decides those that were chosen, each by itself, and says beside the rest what became of each."""
    project = project_for(actor, project_id)
    require_shelves(actor, project)
    if request.method != "POST":
        return _draw(request, actor, project)
    together = Together(request.POST)
    results = together.attempt(decide_together, actor=actor, project=project, **together.chosen)
    return _draw(request, actor, project, together=together, told=told(results) if results is not None else None)


def _draw(
    request: HttpRequest, actor: Actor, project: Project, *, together: Together | None = None, **more: Any
) -> HttpResponse:
    filters = QueueFilters(request.GET, actor=actor, project=project)
    found = filters.attempt(filters.read)
    shown: dict[str, Any] = {
        "filters": filters,
        "found": found,
        "here": reverse("proposals", args=[project.pk]),
        **more,
    }
    if not wants_part(request):
        shown["tabs"] = TABS
        shown["controls"] = filters.controls(choices_of(shelf_of(actor, project, filters.shelf))) if found else []
    elif together is not None:
        shown["waiting"] = waiting_count(actor, project)
    failed = together is not None and together.refusal is not None
    return draw(
        request,
        "proposals/queue.html",
        {**shown, "together": together if failed else None},
        actor=actor,
        project=project,
        section="proposals",
        part="proposals/queue/more.html" if filters.cursor and together is None else "proposals/queue/found.html",
        status=together.status if together is not None and failed else filters.status,
    )
