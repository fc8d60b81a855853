"""What waits for the caller alone: requests for what is personal or private."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_people
from privacy.selectors.shelves import own_shelf
from privacy.views.shelves import shelf_shown


@require_safe
@for_people
def mine(request: HttpRequest, actor: Actor) -> HttpResponse:
    shown = shelf_shown(request, partial(own_shelf, actor), reverse("my-privacy"))
    return draw(request, "privacy/mine.html", {**shown, "tab": "privacy"}, actor=actor, section="me")
