"""What approving writes: the next version of an item, or a new one, in its author's name."""

from dataclasses import replace

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.kinds.base import Json
from items.models import Item
from items.services import siblings
from items.services.change import change
from items.services.create import Draft, create
from items.services.move import Place
from items.services.states import new_state
from items.services.versions import Approval
from proposals.models import Proposal
from proposals.selectors.standing import Standing
from proposals.services.deciding import Decided


def publish_new(proposal: Proposal, standing: Standing, edits: Json, place: Place, approval: Approval) -> Decided:
    """The new item. Raises the kind's refusals of ``edits``, or Invalid naming ``parent``."""
    wanted = standing.merge.state
    kind, project = proposal.rules, proposal.project
    given = {name: value for name, value in {**wanted, **edits}.items() if name not in kind.read_only}
    state = new_state(kind, project, given)
    _require_reviewed(proposal, state)
    draft = Draft(state, parent=place.parent, position=_fitting(Item(project=project, kind=kind.name), place))
    [item] = create(
        actor=_author(proposal), kind=kind, project=project, drafts=[draft], reason=proposal.reason, approval=approval
    )
    item.project = project
    proposal.item, proposal.version = item, item.version
    proposal.edited = bool(kind.changed(wanted, state))
    return Decided(proposal, item)


def publish_change(
    proposal: Proposal, item: Item, standing: Standing, edits: Json, place: Place, approval: Approval
) -> Decided:
    """The next version of a locked item, and its place. Raises as `publish_new` does."""
    wanted, kind, before = standing.merge.state, proposal.rules, item.version
    patch = {name: wanted.get(name) for name in kind.changed(item.state, wanted)} | edits
    moved = replace(place, position=_fitting(item, place)) if place.reparent or place.position is not None else None
    outcome = change(
        actor=_author(proposal), item=item, version=item.version, fields=patch, place=moved, reason=proposal.reason,
        approval=approval,
    )  # fmt: skip
    proposal.item, proposal.version = outcome.item, outcome.item.version
    proposal.merged_onto = before if before != proposal.base_version else None
    proposal.edited = bool(kind.changed(wanted, outcome.item.state or {}))
    return Decided(proposal, outcome.item, outcome.changed)


def _require_reviewed(proposal: Proposal, state: Json) -> None:
    """What was proposed for everyone isn't stored for its author alone."""
    if not proposal.rules.reviewed(state):
        raise Invalid("visibility", "What was proposed stays shared; leave visibility as it is.")


def _author(proposal: Proposal) -> Actor:
    """In whose name it is published."""
    return Actor(user_id=proposal.author_id, agent_id=proposal.agent_id)


def _fitting(item: Item, place: Place) -> int | None:
    """The position that was asked for, or the last one where there are fewer siblings by now."""
    if place.position is None:
        return None
    under = place.parent.pk if place.parent is not None else None
    parent_id = item.parent_id if item.stored and not place.reparent else under
    stays = item.stored and item.parent_id == parent_id and item.position is not None
    last = siblings.next_position(item, parent_id) - (1 if stays else 0)
    return min(place.position, last)
