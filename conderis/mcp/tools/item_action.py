"""item_action: what is done with an item beside changing its fields."""

from collections.abc import Iterable
from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Missing, UnknownAction
from conderis.mcp.arguments import Arguments
from conderis.mcp.deciding import decide
from conderis.mcp.descriptions import action_lines
from conderis.mcp.schemas import NUMBER, PROJECT, REF, text
from conderis.mcp.schemas import number as whole
from conderis.mcp.tool import Tool
from items.access import item_for, number_of, require_on, require_unlocked
from items.kinds import KINDS, Kind
from items.models import Item
from items.selectors.entries import name_of
from items.services.actions import perform
from items.services.archive import require_archivable
from items.services.change import Outcome
from items.services.relate import RELATIONS, relate, require_relatable, unrelate
from items.states import state_of
from projects.capabilities import Capability

_RELATING = ("relate", "unrelate")
_MODERATED = ("archive", "restore")

PROPERTIES = {
    "projectId": PROJECT,
    "number": NUMBER,
    "ref": REF,
    "action": text(),
    "version": whole(),
    "reason": text("for block and reject: required"),
    "target": whole("number to relate"),
    "relation": text(),
}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    proposal = args.proposal(actor, project)
    if proposal is not None:
        return decide(args, actor, proposal, tuple(PROPERTIES))
    item = args.item(actor, project)
    require_on(actor, Capability.WRITE, item)
    if args["action"] in _MODERATED and args["action"] in item.rules.actions:
        require_archivable(actor, item)
    require_unlocked(item)
    args.only(tuple(PROPERTIES))
    action = _action(args, item)
    outcome = _relating(args, actor, item, action) if action in _RELATING else _versioned(args, actor, item, action)
    return _result(outcome, action)


def _action(args: Arguments, item: Item) -> str:
    allowed = item.rules.actions
    if args["action"] is None:
        raise Missing("action", f"action is required: {', '.join(allowed) or 'none for ' + item.rules.plural}.")
    action = str(args["action"])
    if action not in allowed:
        raise UnknownAction(action, allowed)
    return action


def _versioned(args: Arguments, actor: Actor, item: Item, action: str) -> Outcome:
    for name in ("target", "relation"):
        if args[name] is not None:
            raise Invalid(name, f"{name} belongs to relate and unrelate; leave it out with {action}.")
    version = args.version()
    return perform(actor=actor, item=item, action=action, version=version, reason=args.reason())


def _relating(args: Arguments, actor: Actor, item: Item, action: str) -> Outcome:
    if item.project is None:
        raise Invalid("target", "Relations are between items of a project; a personal memory has none.")
    if args["target"] is None:
        raise Missing("target", f"{action} needs target, the number of the other item, and relation.")
    if args["relation"] is None:
        raise Missing("relation", f"{action} needs relation: {', '.join(RELATIONS)}.")
    target = item_for(actor, item.project, number_of("target", args["target"]))
    relation = args.text("relation", maximum=100)
    require_relatable(actor, item, target, relation)
    note = args.reason()
    args.version()  # not needed, but not nonsense either
    if action == "relate":
        return relate(actor=actor, source=item, target=target, relation=relation, note=note)
    return unrelate(actor=actor, source=item, target=target, relation=relation, note=note)


def _result(outcome: Outcome, action: str) -> dict[str, Any]:
    item = outcome.item
    status = (item.state or {}).get("status")
    shown = {"status": status} if status else {"state": state_of(item)}
    result = {**name_of(item), "action": action, "version": item.version, **shown}
    return result if outcome.changed else {**result, "unchanged": True}


def describe(kinds: Iterable[Kind]) -> str:
    return (
        "Claim, complete or block a task, archive or restore a memory or page, relate items, approve or reject a "
        "proposal.\n"
        f"{action_lines(kinds)}\n"
        "proposal: approve, reject, withdraw\n"
        "Task and archive actions need version.\n"
        f"relation: {', '.join(RELATIONS)}"
    )


TOOL = Tool(
    name="item_action",
    title="Act on an item",
    description=describe(KINDS.values()),
    properties=PROPERTIES,
    required=("action",),
    run=run,
)
