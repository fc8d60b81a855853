"""Addresses that the contract fixes whose pages come with later issues: who may see them, what to do until then."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.capabilities import Capability
from projects.permissions import require
from projects.selectors import project_for


@require_safe
@for_people
def imports(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """For whoever may write."""
    project = project_for(actor, project_id)
    require(actor, Capability.WRITE, project)
    return draw(request, "web/later/import.html", actor=actor, project=project, section="import")
