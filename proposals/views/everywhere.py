"""What waits for a person in all of their projects."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.forms import Form
from conderis.web.pages import draw
from conderis.web.people import for_people
from conderis.web.queries import number_in
from proposals.selectors.everywhere import waiting_everywhere
from proposals.selectors.waiting import FILTERS
from proposals.views.filters import Control, controls_of


@require_safe
@for_people
def everywhere(request: HttpRequest, actor: Actor) -> HttpResponse:
    form = Form(request.GET)
    given = {name: value for name in FILTERS if (value := request.GET.get(name, "").strip())}
    project = request.GET.get("project", "").strip()
    found = form.attempt(
        lambda: waiting_everywhere(actor, given, project=project, after=number_in(request.GET, "after"))
    )
    shown: dict[str, Any] = {
        "found": found,
        "errors": form.errors,
        "here": reverse("all-proposals"),
        "query": f"?{urlencode(given)}" if given else "",
        "narrowed": bool(given or project),
    }
    if found is not None:
        projects = (
            [Control("project", "Any project", project, found.projects)] if len(found.projects) > 1 or project else []
        )
        shown["controls"] = [*projects, *controls_of(given, found.choices)]
    return draw(
        request, "proposals/everywhere.html", shown, actor=actor, section="dashboard",
        part="proposals/everywhere_found.html", status=form.status,
    )  # fmt: skip
