"""The one way in for whatever is written: publish where the caller may.

Where the caller may not, a proposal will be made once there are proposals; until then the answer is
``denied``, naming ``moderate``. That is the one place where this changes.
"""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Denied, Missing, UnknownField
from conderis.core.reasons import check_reason
from conderis.core.secrets import refuse_secrets_in
from items.access import can_on, publishing, require_on, require_unlocked
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item
from items.services.change import Outcome, change
from items.services.create import Draft, create
from items.services.found import found
from items.services.locking import check_version
from items.services.move import move
from items.services.states import new_state
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can, require, require_writing_key
from proposals.services.places import place_of


def contribute_new(
    *, actor: Actor, kind: Kind, project: Project | None, fields: Json, reason: str = "", propose: bool = False
) -> Outcome:
    """Make a new item of ``kind``, in ``project`` or, without one, for the caller alone.

    Raises Denied, SecretFound, then the kind's refusals of ``fields``.
    """
    require_place(actor, kind, project)
    require_publishable(actor, project, kind, fields, propose=propose)
    check_reason(reason)
    refuse_secrets_in(fields)
    content, placed = split(kind, fields)
    state = new_state(kind, project, content)
    place = place_of(actor, project, kind, placed)
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
) -> Outcome:
    """Change an item that came through the door: its content (checking ``version``), its place, or both.

    Raises Denied, Locked, SecretFound, the refusals of ``fields``, then Missing or Conflict for the version.
    """
    kind = item.rules
    require_changeable(actor, item, propose=propose)
    check_reason(reason)
    refuse_secrets_in(fields)
    content, placed = split(kind, fields)
    place = place_of(actor, item.project, kind, placed) if placed else None
    if content:
        with transaction.atomic():
            item = found(actor=actor, item=item)
            return change(actor=actor, item=item, version=version, fields=content, place=place, reason=reason)
    if place is None and version is not None:
        check_version(item, version)
    if place is not None:
        return Outcome(*move(actor=actor, item=item, place=place))
    return Outcome(item, changed=False)


def split(kind: Kind, fields: Json) -> tuple[Json, Json]:
    """What the item says, and where it stands. Raises UnknownField."""
    for name in fields:
        if name not in kind.fields and name not in kind.read_only:
            raise UnknownField(name, kind.fields)
    placed = {name: value for name, value in fields.items() if name in kind.places}
    return {name: value for name, value in fields.items() if name not in placed}, placed


def require_place(actor: Actor, kind: Kind, project: Project | None) -> None:
    """The caller may write there, and the kind may live there. Raises Denied or Missing."""
    if project is not None:
        require(actor, Capability.WRITE, project)
        return
    require_writing_key(actor)
    if not kind.personal:
        raise Missing("projectId", f"{kind.plural.capitalize()} belong to a project; send projectId (project_get).")


def require_publishable(
    actor: Actor, project: Project | None, kind: Kind, fields: Json, *, propose: bool = False
) -> None:
    """The caller may publish a new item with these fields, which needn't be checked yet. Raises Denied."""
    given = {name: value for name, value in fields.items() if value is not None}
    state = {**kind.defaults(in_project=project is not None), **given}
    _require_unreviewed(actor, project, propose, reviewed=kind.reviewed(state))


def may_publish(actor: Actor, project: Project | None, kind: Kind, fields: Json) -> bool:
    """Whether `require_place` and `require_publishable` let the caller: for a button, and for what a form offers."""
    if project is None:
        return kind.personal and not actor.read_only
    reviewed = kind.reviewed({**kind.defaults(in_project=True), **fields})
    return can(actor, Capability.MODERATE if reviewed else Capability.WRITE, project)


def may_change(actor: Actor, item: Item) -> bool:
    """Whether `require_changeable` lets the caller: for a button."""
    return not item.sealed and can_on(actor, publishing(item), item)


def require_changeable(actor: Actor, item: Item, *, propose: bool = False) -> None:
    """The caller may publish a change of the item, and nothing locks it. Raises Denied, Locked."""
    require_on(actor, Capability.WRITE, item)
    _require_unreviewed(actor, item.project, propose, reviewed=item.rules.reviewed(item.state))
    require_unlocked(item)


def _require_unreviewed(actor: Actor, project: Project | None, propose: bool, *, reviewed: bool) -> None:
    """Raises Denied naming ``moderate`` for what would have to become a proposal."""
    if not reviewed or project is None:
        return
    if propose:
        raise Denied("Proposals aren't available yet; leave propose out to publish.", missing="moderate")
    if not can(actor, Capability.MODERATE, project):
        raise Denied(
            "Publishing this needs 'moderate' here, and proposals aren't available yet. "
            "You may write tasks and private memories, or ask a moderator.",
            missing="moderate",
        )
