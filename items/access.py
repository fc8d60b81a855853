"""The doors to items. What isn't there and what the caller may not see answer the same."""

from datetime import datetime

from django.db.models import Q

from conderis.accounts.selectors import names_for, signature
from conderis.core.actor import Actor
from conderis.core.errors import Gone, Invalid, Locked, Missing, NotFound
from items.kinds import KINDS, Kind
from items.kinds.fields import whole_number
from items.models import Item
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can, require, require_writing_key

_GENERATED = [field.attname for field in Item._meta.concrete_fields if field.generated]


def visible(actor: Actor, prefix: str = "") -> Q:
    """What the caller may see of a project's items: a private one is its owner's alone."""
    return Q(**{f"{prefix}private": False}) | Q(**{f"{prefix}owner_id": actor.user_id})


def item_for(actor: Actor, project: Project, number: int) -> Item:
    """The project's item with this number. Raises NotFound, or Gone for one that was erased."""
    item = Item.objects.filter(visible(actor), project=project, number=number).first()
    if item is None:
        raise NotFound(f"There is no #{number} in this project that you can see. item_list lists what there is.")
    item.project = project  # the door's, with the caller's role on it
    require_there(item.ref, item.erased_at, item.erased_by_id)
    return item


def personal_for(actor: Actor, kind: Kind, ident: str) -> Item:
    """The caller's own item outside of projects. Raises NotFound, or Gone for one that was erased."""
    item = None
    if ident.isascii() and ident.isdigit() and len(ident) <= 18:
        item = Item.objects.filter(pk=int(ident), project=None, owner_id=actor.user_id, kind=kind.name).first()
    if item is None:
        raise NotFound(f"There is no such {kind.name} that you can see. item_list without projectId lists yours.")
    require_there(item.ref, item.erased_at, item.erased_by_id)
    return item


def singleton_for(project: Project, kind: Kind) -> Item:
    """The one item of such a kind in a project that came through its door.

    One that was never stored is at version 0, empty and no row yet.
    """
    item = Item.objects.filter(project=project, kind=kind.name, number=None).first()
    if item is None:
        item = Item(
            kind=kind.name, version=0, state=kind.empty, owner_id=project.created_by_id,
            created_at=project.created_at, updated_at=project.created_at, updated_by_id=project.created_by_id,
        )  # fmt: skip
        item.__dict__ |= dict.fromkeys(_GENERATED)  # the database makes them; of what is no row it has none
    item.project = project
    return item


def locate(actor: Actor, project: Project | None, number: object, ref: object) -> Item:
    """The item that a call's ``number`` or ``ref`` names. Raises Missing, Invalid or NotFound."""
    if number is not None and ref is not None:
        raise Invalid("ref", "Send number or ref, not both.")
    if number is not None:
        if project is None:
            raise Missing("projectId", "number is an item of a project; send projectId with it.")
        return item_for(actor, project, number_of("number", number))
    if ref is None:
        raise Missing(
            "number", "Name the item: number with projectId, or ref (instructions, memory:<id>, proposal:<id>)."
        )
    return _by_ref(actor, project, ref)


def _by_ref(actor: Actor, project: Project | None, ref: object) -> Item:
    name, colon, ident = ref.partition(":") if isinstance(ref, str) else ("", "", "")
    kind = KINDS.get(name)
    if kind is not None and colon and kind.personal:
        return personal_for(actor, kind, ident)
    if kind is not None and not colon and not kind.numbered:
        if project is None:
            raise Missing("projectId", f"{name} belong to a project; send projectId with it.")
        return singleton_for(project, kind)
    raise Invalid("ref", "ref must be instructions (with projectId), memory:<id> or proposal:<id>.")


def number_of(field: str, value: object) -> int:
    """An item's number in any of its forms (12, "12", "#12"). Raises Invalid, naming ``field``."""
    number = whole_number(value)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise Invalid(field, f"{field} must be the number of an item, such as 12.")
    return number


def require_on(actor: Actor, capability: Capability, item: Item) -> None:
    """``require`` for an item: in its project, or, for a personal one, that the key may write at all."""
    if item.project is not None:
        require(actor, capability, item.project)
    elif capability is not Capability.READ:
        require_writing_key(actor)


def can_on(actor: Actor, capability: Capability, item: Item) -> bool:
    """``can`` for an item: whether `require_on` lets the caller."""
    if item.project is not None:
        return can(actor, capability, item.project)
    return capability is Capability.READ or not actor.read_only


def publishing(item: Item) -> Capability:
    """What publishing a change of the item needs, or putting it away."""
    return Capability.MODERATE if item.rules.reviewed(item.state) else Capability.WRITE


def require_there(ref: str, erased_at: datetime | None, erased_by: str | None) -> None:
    """Raises Gone for what was erased, saying when and by whom."""
    if erased_at is None:
        return
    at = erased_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    by = signature(erased_by or "", None, names_for([erased_by]))
    raise Gone(f"{ref} was permanently deleted on {at[:10]} by {by['name']}.", deletedAt=at, by=by)


def require_unlocked(item: Item) -> None:
    """Raises Locked, naming the request, while the item waits for a deletion decision; Gone once it was erased."""
    require_there(item.ref, item.erased_at, item.erased_by_id)
    if item.sealed:
        raise locked(item.ref, item.deletion)


def locked(ref: str, deletion: int | None) -> Locked:
    """The one refusal of what waits for a deletion decision."""
    named = {"request": f"deletion:{deletion}"} if deletion is not None else {}
    return Locked(f"{ref} is locked: its content waits for a deletion decision by a person.", **named)
