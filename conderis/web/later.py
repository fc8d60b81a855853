"""Addresses that the contract fixes whose pages come with later issues: who may see them, what to do until then."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.capabilities import Capability
from projects.permissions import can, require
from projects.selectors import project_for


@require_safe
@for_people
def proposals(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """For whoever may write; for others it isn't there."""
    return _later(request, actor, project_id, "proposals", Capability.WRITE)


@require_safe
@for_people
def privacy(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """For owners; for others it isn't there."""
    return _later(request, actor, project_id, "privacy", Capability.OWN)


@require_safe
@for_people
def imports(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """For whoever may write."""
    require(actor, Capability.WRITE, project_for(actor, project_id))
    return _later(request, actor, project_id, "import", Capability.WRITE)


def _later(request: HttpRequest, actor: Actor, project_id: str, section: str, needed: Capability) -> HttpResponse:
    project = project_for(actor, project_id)
    if not can(actor, needed, project):
        raise NotFound("There is no such page that you can see.")
    return draw(request, f"web/later/{section}.html", actor=actor, project=project, section=section)
