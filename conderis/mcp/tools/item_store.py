"""item_store: make an item, change one, or store a batch."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Missing, UnknownKind
from conderis.mcp.arguments import Arguments
from conderis.mcp.descriptions import field_lines
from conderis.mcp.schemas import NUMBER, PROJECT, REF, structure, switch, text
from conderis.mcp.schemas import number as whole
from conderis.mcp.tool import Tool
from items.access import singleton_for
from items.kinds import KINDS, Kind
from items.models import Item
from items.selectors.entries import name_of
from items.services.change import Outcome
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from proposals.permissions import require_changeable
from proposals.services.batch import store_batch
from proposals.services.contribute import contribute, contribute_new
from proposals.services.envelope import read_batch
from proposals.services.propose import Proposed

PROPERTIES = {
    "kind": text(),
    "projectId": PROJECT,
    "number": NUMBER,
    "ref": REF,
    "version": whole(),
    "fields": structure(),
    "reason": text("why"),
    "propose": switch("ask for review"),
    "batch": structure(),
}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    if args.proposal(actor, project) is not None:
        raise Invalid("ref", "A proposal isn't changed. Withdraw it, and propose anew with the number of the item.")
    item = args.item(actor, project) if args.names_item else None
    _allow(args, actor, project, item)
    args.only(tuple(PROPERTIES))
    kind = _kind(args, item)
    if args["batch"] is not None:
        return _batch(args, actor, project, kind)
    if item is None and project is not None and not kind.numbered:
        item = singleton_for(project, kind)
    return _result(_one(args, actor, project, kind, item))


def _allow(args: Arguments, actor: Actor, project: Project | None, item: Item | None) -> None:
    """Capability and lock, which come before the other arguments. Raises Denied, Locked."""
    if item is not None:
        require_changeable(actor, item, args.readable("fields"))
    elif project is not None:
        require(actor, Capability.WRITE, project)


def _kind(args: Arguments, item: Item | None) -> Kind:
    name = args["kind"]
    if name is None:
        raise Missing("kind", f"kind is required: {', '.join(KINDS)}.")
    if not isinstance(name, str) or name not in KINDS:
        raise UnknownKind(str(name), KINDS)
    if item is not None and item.kind != name:
        raise Invalid("kind", f"{item.ref} is a {item.kind}; send kind {item.kind}.")
    return KINDS[name]


def _one(args: Arguments, actor: Actor, project: Project | None, kind: Kind, item: Item | None) -> Outcome | Proposed:
    fields = args.object("fields")
    if fields is None:
        raise Missing("fields", f"fields is required, an object with some of {', '.join(kind.fields)}; or send batch.")
    reason, propose = args.reason(), args.switch("propose")
    version = args.version()
    if item is not None:
        return contribute(actor=actor, item=item, fields=fields, version=version, reason=reason, propose=propose)
    if version:
        raise Invalid(
            "version", "A new item has no version yet; leave it out, or send number or ref to change an item."
        )
    return contribute_new(actor=actor, kind=kind, project=project, fields=fields, reason=reason, propose=propose)


def _batch(args: Arguments, actor: Actor, project: Project | None, kind: Kind) -> dict[str, Any]:
    for name in ("fields", "number", "ref", "version"):
        if args[name] is not None:
            raise Invalid(name, f"Send batch or {name}, not both; a batch makes new items.")
    batch = read_batch(kind, _with_objects(args.object("batch") or {}))
    return store_batch(actor=actor, project=project, batch=batch, reason=args.reason(), propose=args.switch("propose"))


def _with_objects(batch: dict[str, Any]) -> dict[str, Any]:
    """The batch with its items' fields as objects where they came as strings that hold one."""
    entries = batch.get("items")
    if not isinstance(entries, list):
        return batch
    parsed = [
        {**entry, "fields": Arguments(entry).readable("fields") or entry["fields"]}
        if isinstance(entry, dict) and isinstance(entry.get("fields"), str)
        else entry
        for entry in entries
    ]
    return {**batch, "items": parsed}


def _result(outcome: Outcome | Proposed) -> dict[str, Any]:
    if isinstance(outcome, Proposed):
        return _proposed(outcome)
    result = {"outcome": "published", **name_of(outcome.item), "version": outcome.item.version}
    return result if outcome.changed else {**result, "unchanged": True}


def _proposed(outcome: Proposed) -> dict[str, Any]:
    """What a rejected one like it was rejected for comes along: the next one may do better."""
    made = outcome.proposal
    result = {"outcome": "proposed", "ref": made.ref, "url": f"{settings.PUBLIC_URL}/proposals/{made.pk}/"}
    if outcome.repeats is None:
        return result
    return {**result, "repeats": outcome.repeats.ref, "rejectedBefore": outcome.repeats.decision_reason}


def describe(kinds: Iterable[Kind]) -> str:
    return (
        "Store, create or change a memory, task, page or the instructions, one or a batch.\n"
        "Without number or ref: a new one (* required). A change needs version from item_get; a move (only parent, "
        "position) doesn't. Omitted is kept, null clears. summary: one line, at most 280 characters, what it is and "
        "why it matters. Without projectId: a personal memory. fields by kind:\n"
        f"{field_lines(kinds)}\n"
        'batch: {"idempotencyKey", "items": [{"key", "kind", "fields"}]}, up to 100; parent may be an earlier key'
    )


TOOL = Tool(
    name="item_store",
    title="Store items",
    description=describe(KINDS.values()),
    properties=PROPERTIES,
    required=("kind",),
    run=run,
)
