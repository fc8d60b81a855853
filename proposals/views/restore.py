"""Take the archived item of a proposal out again, so that the proposal can be approved."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from conderis.web.people import for_people
from items.services import archive
from proposals.access import proposal_for
from proposals.forms.deciding import DecideForm
from proposals.views.deck import back_to, draw_deck


@require_POST
@for_people
def restore(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    proposal = proposal_for(actor, str(pk))
    if proposal.item is None:
        raise NotFound("There is no item yet.")
    form = DecideForm(request.POST)
    made = form.tried(archive.restore, actor=actor, item=proposal.item, version=form.version)
    if made is None:
        return draw_deck(request, actor, proposal_for(actor, str(pk)), failed=form)
    return back_to(request, actor, proposal, f"{made.item.ref} is active again.")
