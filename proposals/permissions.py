"""Who may write what, and whether it is published or proposed."""

from collections.abc import Iterable

from conderis.core.actor import Actor
from conderis.core.errors import Missing
from items.access import can_on, publishing, require_on, require_unlocked
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can, require, require_writing_key


def require_place(actor: Actor, kind: Kind, project: Project | None) -> None:
    """The caller may write there, and the kind may live there. Raises Denied or Missing."""
    if project is not None:
        require(actor, Capability.WRITE, project)
        return
    require_writing_key(actor)
    if not kind.personal:
        raise Missing("projectId", f"{kind.plural.capitalize()} belong to a project; send projectId (project_get).")


def require_changeable(actor: Actor, item: Item, fields: Iterable[str] = ()) -> None:
    """The caller may change these fields of the item, or propose to, and nothing locks it. Raises Denied, Locked.

    A move alone needs what publishing needs: nobody reviews it.
    """
    require_on(actor, Capability.WRITE, item)
    names = list(fields)
    if names and all(name in item.rules.places for name in names):
        require_on(actor, publishing(item), item)
    require_unlocked(item)


def needs_review(actor: Actor, project: Project, kind: Kind, state: Json | None, *, propose: bool = False) -> bool:
    """Whether what says this becomes a proposal: it is reviewed, and the caller may not publish or asks for review."""
    return kind.reviewed(state) and (propose or not can(actor, Capability.MODERATE, project))


def would_propose(actor: Actor, project: Project | None, kind: Kind, fields: Json | None = None) -> bool:
    """Whether saving makes a proposal: for what a form says beforehand. ``fields`` of a new item needn't be all."""
    if project is None:
        return False
    return needs_review(actor, project, kind, {**kind.defaults(in_project=True), **(fields or {})})


def may_add(actor: Actor, project: Project | None, kind: Kind) -> bool:
    """Whether `require_place` lets the caller: for a button."""
    return can(actor, Capability.WRITE, project) if project is not None else kind.personal and not actor.read_only


def may_change(actor: Actor, item: Item) -> bool:
    """Whether `require_changeable` lets the caller change what the item says: for a button."""
    return not item.sealed and can_on(actor, Capability.WRITE, item)
