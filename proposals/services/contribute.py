"""The one way in for whatever is written: publish where the caller may, propose where not."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.reasons import check_reason
from conderis.core.secrets import refuse_secrets_in
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item
from items.services.change import Outcome, change
from items.services.create import Draft, create
from items.services.found import found
from items.services.locking import check_version, lock_tree, locked
from items.services.move import Place, locked_parent, move
from items.services.states import new_state, patched_state
from projects.models import Project
from proposals.permissions import needs_review, require_changeable, require_place
from proposals.services.places import place_of, split
from proposals.services.propose import Proposed, Wish
from proposals.services.propose import propose as put_forward


def contribute_new(
    *, actor: Actor, kind: Kind, project: Project | None, fields: Json, reason: str = "", propose: bool = False
) -> Outcome | Proposed:
    """Make a new item of ``kind``, in ``project`` or, without one, for the caller alone; or propose it.

    ``propose`` asks for review where the caller could publish. Raises Denied, SecretFound, then the kind's refusals of
    ``fields``.
    """
    require_place(actor, kind, project)
    check_reason(reason)
    refuse_secrets_in(fields)
    content, placed = split(kind, fields)
    state = new_state(kind, project, content)
    place = place_of(actor, project, kind, placed)
    if project is not None and needs_review(actor, project, kind, state, propose=propose):
        return propose_new(
            actor=actor, project=project, kind=kind, wishes=[new_wish(kind, state, place)], reason=reason
        )[0]
    draft = Draft(state, parent=place.parent, position=place.position)
    [item] = create(actor=actor, kind=kind, project=project, drafts=[draft], reason=reason)
    return Outcome(item, changed=True)


def contribute(
    *,
    actor: Actor,
    item: Item,
    fields: Json,
    version: int | None = None,
    reason: str = "",
    propose: bool = False,
) -> Outcome | Proposed:
    """Change an item that came through the door: its content (checking ``version``), its place, or both; or propose it.

    A move alone is never proposed: it needs the capability. Raises Denied, Locked, SecretFound, the refusals of
    ``fields``, then Missing or Conflict for the version.
    """
    kind, project = item.rules, item.project
    require_changeable(actor, item, fields)
    reviewed = project is not None and needs_review(actor, project, kind, item.state, propose=propose)
    check_reason(reason)
    refuse_secrets_in(fields)
    content, placed = split(kind, fields)
    place = place_of(actor, project, kind, placed) if placed else None
    if content:
        with transaction.atomic():
            item = found(actor=actor, item=item)
            if project is not None and reviewed:
                return _propose_change(actor, project, item, version, content, place, reason)
            return change(actor=actor, item=item, version=version, fields=content, place=place, reason=reason)
    if place is None and version is not None:
        check_version(item, version)
    if place is None:
        return Outcome(item, changed=False)
    if propose and reviewed:
        raise Invalid("propose", "A move alone isn't proposed. Leave propose out to move it now.")
    return Outcome(*move(actor=actor, item=item, place=place))


def _propose_change(
    actor: Actor, project: Project, item: Item, version: int | None, fields: Json, place: Place | None, reason: str
) -> Outcome | Proposed:
    """In the caller's transaction: the item can't move on, nor be locked, between check and proposal."""
    kind = item.rules
    if place is not None:
        lock_tree(project, item.owner_id)
    item = locked(item)
    state = patched_state(kind, project, item.state or {}, fields)
    check_version(item, version)
    names = kind.changed(item.state, state)
    if not names:
        return Outcome(item, changed=False)
    if place is not None and place.parent is not None:
        locked_parent(item, place.parent)
    wish = Wish(state, names, item, place or Place())
    [made] = put_forward(actor=actor, project=project, kind=kind, wishes=[wish], reason=reason)
    return made


@transaction.atomic
def propose_new(*, actor: Actor, project: Project, kind: Kind, wishes: list[Wish], reason: str = "") -> list[Proposed]:
    """Propose new items whose states are checked. Raises Invalid naming ``parent``."""
    if any(wish.place.parent for wish in wishes):
        lock_tree(project, actor.user_id)
    for wish in wishes:
        if wish.place.parent is not None:
            locked_parent(Item(kind=kind.name), wish.place.parent)
    return put_forward(actor=actor, project=project, kind=kind, wishes=wishes, reason=reason)


def new_wish(kind: Kind, state: Json, place: Place, under: int | None = None) -> Wish:
    """The wish for a new item; at the top level it asks for no place."""
    place = Place(place.parent, reparent=place.parent is not None, position=place.position)
    return Wish(state, kind.changed(None, state), place=place, under=under)
