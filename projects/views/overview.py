"""A project at a glance: what is in it, how busy it is, what changed last."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_readers
from conderis.web.plot import plot_of
from items.selectors.activity import activity, recent_changes
from items.selectors.counts import counts
from items.selectors.hygiene import hygiene
from projects.selectors import project_for, public_upstream

SHOWN = 20


@require_safe
@for_readers
def overview(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    project = project_for(actor, project_id)
    before = request.GET.get("before")
    changes = recent_changes(actor, project, limit=SHOWN, before=before)
    shown: dict[str, Any] = {"changes": changes}
    if before is None:
        shown |= {
            "counts": counts(actor, project),
            "hygiene": hygiene(actor, project),
            "plot": plot_of(activity(actor, project)),
            "upstream": public_upstream(project),
        }
    return draw(
        request,
        "projects/overview.html",
        shown,
        actor=actor,
        project=project,
        section="overview",
        part="web/changes.html",
    )
