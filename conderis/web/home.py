"""The first page: the dashboard of whoever is signed in, else what this is and how one comes in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from conderis.web.dashboard import dashboard
from conderis.web.people import ANYONE, actor_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    if actor is ANYONE:
        return render(request, "web/landing.html", {"mcp_url": f"{settings.PUBLIC_URL}/mcp"})
    return dashboard(request, actor)
