"""Approve a proposal as it stands."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.people import for_people
from proposals.access import proposal_for
from proposals.forms.deciding import DecideForm
from proposals.services import approve as approving
from proposals.views.deck import decided, draw_deck


@require_POST
@for_people
def approve(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    proposal = proposal_for(actor, str(pk))
    form = DecideForm(request.POST)
    made = form.tried(approving.approve, actor=actor, proposal=proposal, seen=form.version)
    if made is None:
        return draw_deck(request, actor, proposal_for(actor, str(pk)), failed=form)
    return decided(request, actor, made)
