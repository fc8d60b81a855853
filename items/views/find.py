"""Suggestions below a field that names an item."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.people import for_people
from items.kinds import KINDS
from items.selectors.suggest import suggest
from items.views.places import project_at


@require_safe
@for_people
def find(request: HttpRequest, actor: Actor, project_id: str | None = None) -> HttpResponse:
    """``of`` names the parameter that holds what was typed, ``kind`` the only kind that fits."""
    typed = request.GET.get(request.GET.get("of", "q"), "")
    found = suggest(actor, project_at(actor, project_id), typed, KINDS.get(request.GET.get("kind", "")))
    return render(request, "items/suggestions.html", {"found": found})
