"""How a page is drawn: the frame around it, or the one part that a swap asked for."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from conderis.core.actor import Actor
from conderis.web.people import ANYONE
from privacy.selectors.shelves import waiting_count as deletions_waiting
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can
from projects.selectors import my_projects
from proposals.selectors.counts import waiting_count

SWITCHER_MAX = 30  # projects in the rail's menu; the dashboard lists all


def draw(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    actor: Actor,
    project: Project | None = None,
    section: str = "",
    part: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of ``template``, which extends ``base.html``; ``section`` is the rail's current entry.

    ``part`` is the template of the piece that swaps replace: a request of htmx gets it alone. At most three queries
    for the rail, its projects and what waits in this one; none for a part.
    """
    shown = {**(context or {}), "actor": actor, "project": project, "section": section}
    if project is not None:
        shown["may"] = {each.value: can(actor, each, project) for each in Capability}
    if part and wants_part(request):
        return render(request, part, shown, status=status)
    if project is not None:
        shown["proposals_waiting"] = waiting_count(actor, project)
        shown["deletions_waiting"] = deletions_waiting(actor, project)
    shown["switcher"] = list(my_projects(actor)[:SWITCHER_MAX]) if actor is not ANYONE else []
    return render(request, template, shown, status=status)


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks for a piece of the page, not for the page that its history lost."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
