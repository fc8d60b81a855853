"""item_action on a proposal: approve, reject or withdraw. Neither needs a version: a proposal is decided once."""

from collections.abc import Callable, Mapping
from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Missing, UnknownAction
from conderis.mcp.arguments import Arguments
from projects.capabilities import Capability
from projects.permissions import require
from proposals.models import Proposal
from proposals.services.approve import approve
from proposals.services.deciding import Decided
from proposals.services.reject import reject
from proposals.services.withdraw import withdraw

DECISIONS: Mapping[str, Callable[..., Decided]] = {"approve": approve, "reject": reject, "withdraw": withdraw}
_MODERATED = ("approve", "reject")
_OF_ITEMS = ("target", "relation")


def decide(args: Arguments, actor: Actor, proposal: Proposal, allowed: tuple[str, ...]) -> dict[str, Any]:
    """``allowed`` are the parameters of the tool."""
    action = args["action"]
    require(actor, Capability.MODERATE if action in _MODERATED else Capability.WRITE, proposal.project)
    args.only(allowed)
    if action is None:
        raise Missing("action", f"action is required: {', '.join(DECISIONS)}.")
    if action not in DECISIONS:
        raise UnknownAction(str(action), DECISIONS)
    for name in _OF_ITEMS:
        if args[name] is not None:
            raise Invalid(name, f"{name} belongs to relate and unrelate; leave it out with {action}.")
    args.version()  # not needed, but not nonsense either
    decided = DECISIONS[action](actor=actor, proposal=proposal, reason=args.reason())
    return _result(decided, action)


def _result(decided: Decided, action: str) -> dict[str, Any]:
    proposal, item = decided.proposal, decided.item
    result: dict[str, Any] = {"ref": proposal.ref, "action": action, "state": proposal.status}
    if proposal.version is None or item is None:
        return result
    if item.number is not None:
        result["number"] = item.number
    result["version"] = proposal.version
    if proposal.merged_onto is not None:
        result["mergedOnto"] = proposal.merged_onto
    return result if decided.changed else {**result, "unchanged": True}
