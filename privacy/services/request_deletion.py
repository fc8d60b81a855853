"""Ask that something goes for good: from this moment on nobody reads it."""

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Missing, TooLarge
from conderis.core.locks import hold
from conderis.core.reasons import check_reason
from items.access import locked, require_on, require_unlocked
from items.models import Event, Item, Version
from items.selectors.versions import require_readable
from items.services.record import record
from privacy.models import DeletionRequest
from privacy.services.sealing import seal_item, seal_proposal, seal_version
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from proposals.models import Proposal

OPEN_MOST = 20  # requests of one person in a project


@transaction.atomic
def request_deletion(*, actor: Actor, item: Item, reason: str, version: int | None = None) -> DeletionRequest:
    """Lock the item, or one version of it, in this transaction, and have a person decide.

    Raises Denied without ``write``, Locked for what waits already, naming the ``request``; NotFound or Gone for the
    version; Missing or SecretFound for the reason; TooLarge past 20 open requests of one person in a project.
    """
    require_on(actor, Capability.WRITE, item)
    _check(reason)
    _hold_count(actor, item.project)
    fresh = Item.objects.select_for_update(no_key=True).get(pk=item.pk) if item.stored else item
    fresh.project = item.project
    require_unlocked(fresh)
    found = _version(fresh, version) if version is not None else None
    if not fresh.stored:
        raise Invalid("ref", f"{item.ref} were never stored, so there is nothing to delete.")
    request = _ask(actor, item.project, reason, item=fresh, version=version)
    if found is not None:
        seal_version(request, fresh, found)
    else:
        seal_item(request, fresh)
    record(Event.What.LOCKED, [fresh], actor=actor, at=request.asked_at)
    return request


@transaction.atomic
def request_deletion_of_proposal(*, actor: Actor, proposal: Proposal, reason: str) -> DeletionRequest:
    """The same for a proposal, which may never have become an item. Raises as `request_deletion` does."""
    require(actor, Capability.WRITE, proposal.project)
    _check(reason)
    _hold_count(actor, proposal.project)
    if proposal.item is not None:
        Item.objects.select_for_update(no_key=True).get(pk=proposal.item.pk)
    held = Proposal.objects.select_for_update(no_key=True, of=("self",)).get(pk=proposal.pk)
    if held.sealed:
        raise locked(held.ref, held.deletion)
    request = _ask(actor, proposal.project, reason, proposal=held)
    seal_proposal(request, held)
    return request


def _check(reason: str) -> None:
    check_reason(reason)
    if not reason.strip():
        raise Missing("reason", "reason is required: whoever decides reads it. Say why, without repeating the secret.")


def _hold_count(actor: Actor, project: Project | None) -> None:
    """One request of a person at a time, so that the bound holds. Raises TooLarge."""
    if project is None:
        return
    hold("deletions", project.pk, actor.user_id)
    mine = DeletionRequest.objects.filter(
        project=project, asked_by=actor.user_id, status=DeletionRequest.Status.PENDING
    )
    if mine.count() >= OPEN_MOST:
        raise TooLarge(
            f"You have {OPEN_MOST} deletion requests open in this project. Have some decided first.",
            limit=f"{OPEN_MOST} open requests",
        )


def _version(item: Item, number: int) -> Version:
    return require_readable(item, number, item.versions.filter(number=number).first() if item.stored else None)


def _ask(
    actor: Actor,
    project: Project | None,
    reason: str,
    *,
    item: Item | None = None,
    version: int | None = None,
    proposal: Proposal | None = None,
) -> DeletionRequest:
    return DeletionRequest.objects.create(
        project=project,
        item=item,
        version=version,
        proposal=proposal,
        reason=reason,
        asked_by_id=actor.user_id,
        asked_agent_id=actor.agent_id,
        asked_at=timezone.now(),
    )
