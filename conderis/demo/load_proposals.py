"""Propose what waits for review in the demo."""

from collections.abc import Mapping

from conderis.core.actor import Actor
from conderis.demo.waiting import WAITING, Edit, Wish
from items.access import item_for, singleton_for
from items.kinds import KINDS
from items.models import Item
from items.services.change import Outcome
from projects.models import Project
from projects.selectors import project_for
from proposals.services.contribute import contribute, contribute_new
from proposals.services.propose import Proposed
from proposals.services.reject import reject


def demo_proposals(project: Project, written: Mapping[str, Item], *, asks: Actor, decides: Actor) -> None:
    """What waits, each proposed by ``asks`` through the services that everyone uses."""
    for wish in WAITING:
        made = _propose(wish, project_for(asks, project.id), written, asks)
        room = project_for(decides, project.id)
        if wish.meanwhile is not None:
            _edit(wish.meanwhile, _now(written[wish.of], decides, room), decides)
        if wish.rejected:
            made.proposal.project = room
            reject(actor=decides, proposal=made.proposal, reason=wish.rejected)


def _propose(wish: Wish, room: Project, written: Mapping[str, Item], actor: Actor) -> Proposed:
    """Raises TypeError for what was published: who asks may not publish."""
    if wish.of and wish.edit is not None:
        outcome = _edit(wish.edit, _now(written[wish.of], actor, room), actor, reason=wish.reason)
    else:
        kind = KINDS[wish.kind]
        outcome = contribute_new(actor=actor, kind=kind, project=room, fields=wish.fields, reason=wish.reason)
    if not isinstance(outcome, Proposed):
        raise TypeError(f"{outcome.item.ref} was published.")
    return outcome


def _edit(edit: Edit, item: Item, actor: Actor, reason: str = "") -> Outcome | Proposed:
    """Raises ValueError for a text that isn't there."""
    text = (item.state or {})[edit.name]
    if edit.old not in text:
        raise ValueError(f"{item.ref} doesn't say that.")
    fields = {edit.name: text.replace(edit.old, edit.new)}
    return contribute(actor=actor, item=item, fields=fields, version=item.version, reason=reason)


def _now(item: Item, actor: Actor, room: Project) -> Item:
    """The item as the caller finds it now."""
    return item_for(actor, room, item.number) if item.number is not None else singleton_for(room, item.rules)
