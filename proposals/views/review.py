"""One proposal: to read, and to decide."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.people import for_people
from projects.selectors import project_for
from proposals.access import proposal_for, require_sees_all
from proposals.views.deck import draw_deck, draw_end


@require_safe
@for_people
def review(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    return draw_deck(request, actor, proposal_for(actor, str(pk)))


@require_safe
@for_people
def done(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """Where one comes out at the end of the queue."""
    project = project_for(actor, project_id)
    require_sees_all(actor, project)
    return draw_end(request, actor, project)
