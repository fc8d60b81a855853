"""Reject a proposal, with the reason that its author reads."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.people import for_people
from proposals.access import proposal_for
from proposals.forms.deciding import RejectForm
from proposals.services import reject as rejecting
from proposals.views.deck import decided, draw_deck


@require_POST
@for_people
def reject(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    proposal = proposal_for(actor, str(pk))
    form = RejectForm(request.POST)
    made = form.tried(rejecting.reject, actor=actor, proposal=proposal, reason=form.why, seen=form.version)
    if made is None:
        return draw_deck(request, actor, proposal_for(actor, str(pk)), failed=form)
    return decided(request, actor, made)
