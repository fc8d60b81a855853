"""A page that stands open says so, and hears who else has it open and whether it was decided."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_people
from proposals.access import may_decide, proposal_for
from proposals.selectors.readers import other_readers
from proposals.selectors.signing import decision_of, names_behind
from proposals.services.note_reading import note_reading


@require_POST
@for_people
def reading(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """The line alone."""
    proposal = proposal_for(actor, str(pk))
    if may_decide(actor, proposal):
        note_reading(actor=actor, proposal=proposal)
    shown = {
        "proposal": proposal,
        "readers": other_readers(actor, proposal) if proposal.pending else [],
        "overtaken": None if proposal.pending else decision_of(proposal, names_behind([proposal])),
    }
    line = "proposals/deck/readers.html"
    return draw(request, line, shown, actor=actor, project=proposal.project, part=line)
