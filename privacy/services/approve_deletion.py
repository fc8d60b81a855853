"""Erase for good what was asked for, and what else still holds it, as one person decides behind their password."""

from collections.abc import Iterable

from django.db import transaction

from conderis.accounts.access import active_person, require_password
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.locks import hold_beside
from items.models import Item
from privacy.access import require_decider
from privacy.models import DeletionRequest
from privacy.services.deciding import held, settle
from privacy.services.erase import erase_item, erase_proposal, erase_versions
from privacy.services.gone import Gone
from privacy.services.included import asked_for, hold_items, places_of


def approve_deletion(
    *, actor: Actor, request: DeletionRequest, password: object, confirm: object, include: Iterable[str] = ()
) -> DeletionRequest:
    """From the commit on no row holds it: neither state nor reason nor note. Numbers, kinds, people and times stay.

    ``confirm`` is what is shown, typed; ``include`` are further places of its trace. Raises Denied for who doesn't
    decide it, Missing or Invalid for a wrong ``confirm``, ``password`` or ``include``, with nothing changed; Conflict
    for one that was decided.
    """
    require_decider(actor, request)
    if not isinstance(confirm, str) or confirm.strip() != request.shown:
        raise Invalid("confirm", f"Type {request.shown}, as it is shown, to confirm.")
    require_password(active_person(actor), password)
    return _erase(actor, request, list(include))


@transaction.atomic
def _erase(actor: Actor, request: DeletionRequest, include: list[str]) -> DeletionRequest:
    hold_beside("erasures")  # none while a backup is restored: it would be lost
    hold_items(request, include)
    fresh = held(actor, request)
    places = [*asked_for(fresh), *places_of(actor, fresh, include)]
    settle(fresh, actor=actor, status=DeletionRequest.Status.APPROVED)
    gone = Gone(actor)
    for proposal in (place.proposal for place in places if place.proposal is not None):
        erase_proposal(gone, proposal)
    for key in sorted({place.item_id for place in places if place.item_id is not None}):
        _erase_of_item(gone, fresh, key, [place.version for place in places if place.item_id == key])
    gone.reasons([fresh.reason])
    gone.write(fresh)
    fresh.reason = ""
    fresh.save(update_fields=["reason"])
    return fresh


def _erase_of_item(gone: Gone, request: DeletionRequest, key: int, versions: list[int | None]) -> None:
    """All of one item at once, so that it doesn't fall back to what goes a moment later."""
    item = Item.objects.select_for_update(no_key=True).get(pk=key)
    item.project = request.project
    if item.erased_at is not None:
        return
    if None in versions:
        erase_item(gone, item)
    else:
        erase_versions(gone, item, {number for number in versions if number is not None})
