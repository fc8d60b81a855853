"""From one proposal to another, without deciding."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from conderis.core.actor import Actor
from conderis.web.people import for_people
from proposals.access import proposal_for
from proposals.models import Proposal
from proposals.services.note_reading import end_reading
from proposals.views.deck import go_on
from proposals.views.walk import Walk


@require_safe
@for_people
def following(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """The next one that still waits by now, this one if it is the last."""
    proposal = proposal_for(actor, str(pk))
    place = Walk(request, actor, proposal.project).place(proposal)
    return _leave(request, actor, proposal, place.next if place.position else place.following)


@require_safe
@for_people
def previous(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    proposal = proposal_for(actor, str(pk))
    place = Walk(request, actor, proposal.project).place(proposal)
    return _leave(request, actor, proposal, place.previous or (None if place.position else place.following))


@require_POST
@for_people
def skip(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Put it off: it comes last."""
    proposal = proposal_for(actor, str(pk))
    walk = Walk(request, actor, proposal.project)
    to = walk.place(proposal).following
    walk.skip(proposal)
    end_reading(actor=actor, proposal=proposal)
    return go_on(request, actor, proposal.project, to)


@require_POST
@for_people
def unskip(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Back to its place in the queue, and to be seen again."""
    proposal = proposal_for(actor, str(pk))
    Walk(request, actor, proposal.project).unskip(proposal)
    return go_on(request, actor, proposal.project, proposal.pk)


def _leave(request: HttpRequest, actor: Actor, proposal: Proposal, to: int | None) -> HttpResponse:
    """A link may have been drawn a while ago: where nothing is left in its direction, one stays."""
    stays = to is None and proposal.pending
    if not stays:
        end_reading(actor=actor, proposal=proposal)
    return go_on(request, actor, proposal.project, proposal.pk if stays else to)
