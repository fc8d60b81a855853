"""What of a call's fields an item says, and where its ``parent`` and ``position`` point."""

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, NotFound, UnknownField
from items.access import item_for, number_of, personal_for
from items.kinds import Kind
from items.kinds.base import Json
from items.kinds.fields import whole_number
from items.models import Item
from items.services.move import Place
from projects.models import Project

POSITION_MAX = 2**31 - 1


def split(kind: Kind, fields: Json) -> tuple[Json, Json]:
    """What the item says, and where it stands. Raises UnknownField."""
    for name in fields:
        if name not in kind.fields and name not in kind.read_only:
            raise UnknownField(name, kind.fields)
    placed = {name: value for name, value in fields.items() if name in kind.places}
    return {name: value for name, value in fields.items() if name not in placed}, placed


def place_of(actor: Actor, project: Project | None, kind: Kind, placed: Json) -> Place:
    """The place that the fields name; null is the top level. Raises Invalid naming ``parent`` or ``position``."""
    parent = placed.get("parent")
    return Place(
        parent=_parent(actor, project, kind, parent) if parent is not None else None,
        reparent="parent" in placed,
        position=position_of(placed.get("position")),
    )


def position_of(value: object) -> int | None:
    """A position from 0, or None."""
    if value is None:
        return None
    position = whole_number(value)
    if not isinstance(position, int) or isinstance(position, bool) or not 0 <= position <= POSITION_MAX:
        raise Invalid("position", "position must be a whole number from 0, its place among its siblings.")
    return position


def _parent(actor: Actor, project: Project | None, kind: Kind, value: object) -> Item:
    try:
        if project is not None:
            return item_for(actor, project, number_of("parent", value))
        prefix = f"{kind.name}:"
        if not isinstance(value, str) or not value.startswith(prefix):
            raise Invalid("parent", f"parent must be the {prefix}<id> of one of your own.")
        return personal_for(actor, kind, value.removeprefix(prefix))
    except NotFound:
        raise Invalid(
            "parent", "parent must be an item of the same kind that you can see; there is no such one."
        ) from None
