"""Look at what is sealed before deciding about it. That someone did is kept for good."""

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from privacy.access import decides, no_such_request
from privacy.models import DeletionRequest, Reveal
from privacy.selectors.contents import Contents, contents_of
from projects.permissions import require_person


@transaction.atomic
def reveal(*, actor: Actor, request: DeletionRequest) -> Contents:
    """Raises Denied for an agent, NotFound for who doesn't decide it, Conflict once it was decided."""
    require_person(actor)
    if not decides(actor, request):
        raise no_such_request()
    held = DeletionRequest.objects.select_for_update(no_key=True, of=("self",)).get(pk=request.pk)
    if not held.pending:
        raise Conflict(f"{request.ref} was decided already: there is nothing left to reveal.", state=held.status)
    Reveal.objects.create(request=held, user_id=actor.user_id, at=timezone.now())
    return contents_of(request)
