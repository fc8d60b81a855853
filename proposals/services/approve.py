"""Let a proposal in: as it is, merged onto what the item says by now, or as the reviewer edited it."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.core.reasons import check_reason
from conderis.core.secrets import refuse_secrets_in
from items.kinds.base import Json
from items.services import locking
from items.services.move import Place
from items.services.versions import Approval
from projects.capabilities import Capability
from projects.permissions import require
from proposals.models import Proposal
from proposals.selectors.standing import Standing, standing_of
from proposals.services.deciding import Decided, locked, settle
from proposals.services.places import place_of, split
from proposals.services.publishing import publish_change, publish_new


@transaction.atomic
def approve(
    *, actor: Actor, proposal: Proposal, reason: str = "", fields: Json | None = None, seen: int | None = None
) -> Decided:
    """Publish what was proposed, by its author, approved by the caller. One transaction under the item's lock.

    ``fields`` is what the reviewer writes in its place, a patch over what approving would make; it must have every
    field in conflict. ``seen`` is the item's version that the caller decided on, 0 for a new one; None is any.
    Raises Denied without ``moderate``; Conflict for a proposal that was decided, an item that moved on past ``seen``,
    was archived, or changed the same lines (``fields`` names them); Locked; SecretFound and the kind's refusals.
    """
    require(actor, Capability.MODERATE, proposal.project)
    check_reason(reason)
    edits = fields or {}
    refuse_secrets_in(edits)
    content, placed = split(proposal.rules, edits)
    if proposal.item is None or proposal.reparent or proposal.position is not None or placed:
        locking.lock_tree(proposal.project, proposal.author_id)
    held = locked(proposal)
    item = held.item
    standing = standing_of(held, item)
    if item is not None and seen is not None:
        locking.check_version(item, seen)
    _require_clean(held, standing, content)
    place = place_of(actor, proposal.project, held.rules, placed) if placed else _place(held)
    approval = Approval(actor, held.pk)
    if item is None:
        decided = publish_new(held, standing, content, place, approval)
    else:
        decided = publish_change(held, item, standing, content, place, approval)
    settle(held, actor=actor, status=Proposal.Status.APPROVED, reason=reason)
    return decided


def _require_clean(proposal: Proposal, standing: Standing, edits: Json) -> None:
    if standing.obstacle is not None:
        raise standing.obstacle
    left = [name for name in standing.merge.conflicts if name not in edits]
    if not left:
        return
    why = standing.notice or (
        f"{proposal.ref} was based on version {proposal.base_version}, and {', '.join(left)} changed since in the same "
        "place, so it can't be merged. A person can edit and approve it in the browser; or reject it with a reason."
    )
    raise Conflict(why, fields=left, version=standing.version, baseVersion=proposal.base_version)


def _place(proposal: Proposal) -> Place:
    """Where it was to stand; under what waited too, once that was let in."""
    above = proposal.parent_proposal
    parent = above.item if above is not None else proposal.parent
    return Place(parent, reparent=proposal.reparent, position=proposal.position)
