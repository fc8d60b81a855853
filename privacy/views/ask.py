"""Ask that a proposal goes for good. Items have this page among their own (``items/views/delete.py``)."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from items.access import locked
from privacy.forms import AskForm
from privacy.services.request_deletion import request_deletion_of_proposal
from projects.capabilities import Capability
from projects.permissions import require
from proposals.access import proposal_for


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def ask(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    proposal = proposal_for(actor, str(pk))
    require(actor, Capability.WRITE, proposal.project)
    if proposal.sealed:
        raise locked(proposal.ref, proposal.deletion)
    form = AskForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        asked = form.attempt(request_deletion_of_proposal, actor=actor, proposal=proposal, reason=reason)
        if asked is not None:
            tell(request, "Asked for. The proposal is locked for everyone until an owner decides.")
            return go(reverse("proposals", args=[proposal.project_id]))
    shown = {"form": form, "name": f"proposal {proposal.pk}", "back": reverse("proposal", args=[proposal.pk])}
    return draw(
        request, "privacy/ask.html", shown, actor=actor, project=proposal.project, section="proposals",
        status=form.status,
    )  # fmt: skip
