"""Show what is sealed, once, to who decides: asked for explicitly, and written down."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.web.people import for_people
from privacy.access import deletion_for
from privacy.services.reveal import reveal as reveal_sealed
from privacy.views.drawing import draw_decision


@never_cache
@require_POST
@for_people
def reveal(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """The answer itself holds it, and no address leads back to it."""
    asked = deletion_for(actor, pk)
    return draw_decision(request, actor, asked, revealed=reveal_sealed(actor=actor, request=asked))
