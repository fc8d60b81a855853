"""How many proposals wait, for the number beside the rail's entry."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from conderis.web.people import ANYONE, actor_of
from projects.selectors import project_for
from proposals.access import require_sees_all
from proposals.selectors.counts import pending_count


@require_safe
def count(request: HttpRequest, project_id: str) -> HttpResponse:
    """Asked for in the background: whoever was signed out meanwhile keeps the page that they are writing on."""
    actor = actor_of(request)
    if actor is ANYONE:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    project = project_for(actor, project_id)
    require_sees_all(actor, project)
    return render(request, "proposals/count.html", {"waiting": pending_count(actor, project)})
