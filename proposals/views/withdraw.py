"""An author takes a proposal back."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.people import for_people
from proposals.access import proposal_for
from proposals.forms.deciding import DecideForm
from proposals.services import withdraw as withdrawing
from proposals.views.deck import back_to, draw_deck
from proposals.views.saying import done


@require_POST
@for_people
def withdraw(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """It stays on its page, where it says what became of it: authors don't go through a queue."""
    proposal = proposal_for(actor, str(pk))
    form = DecideForm(request.POST)
    made = form.tried(withdrawing.withdraw, actor=actor, proposal=proposal)
    if made is None:
        return draw_deck(request, actor, proposal_for(actor, str(pk)), failed=form)
    return back_to(request, actor, made.proposal, done(made.proposal))
