"""After something was written: back to where it is to be read, and what became of it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from conderis.web.answers import go
from conderis.web.notices import tell
from items.services.change import Outcome
from items.views.places import ITEM, url_of
from items.views.words import proposed, saved, stored
from proposals.services.propose import Proposed


def finish(request: HttpRequest, outcome: Outcome | Proposed, before: int | None = None) -> HttpResponse:
    """To the item, or to the proposal that it became. ``before`` is the version that was changed, None of a new one."""
    if isinstance(outcome, Proposed):
        tell(request, proposed(outcome))
        return go(reverse("proposal", args=[outcome.proposal.pk]))
    tell(request, stored(outcome) if before is None else saved(outcome, before))
    return go(url_of(outcome.item, ITEM))
