"""item_delete: ask for permanent deletion, which locks at once."""

from typing import Any

from django.conf import settings

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.mcp.arguments import Arguments
from conderis.mcp.schemas import NUMBER, PROJECT, REF, number, text
from conderis.mcp.tool import Tool
from items.access import require_on, require_unlocked
from privacy.models import DeletionRequest
from privacy.services.request_deletion import request_deletion, request_deletion_of_proposal
from projects.capabilities import Capability
from projects.permissions import require
from proposals.models import Proposal

PROPERTIES = {
    "projectId": PROJECT,
    "number": NUMBER,
    "ref": REF,
    "version": number("this one alone"),
    "reason": text(),
}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    proposal = args.proposal(actor, project)
    if proposal is not None:
        return _result(_of_proposal(args, actor, proposal))
    item = args.item(actor, project)
    require_on(actor, Capability.WRITE, item)
    require_unlocked(item)
    args.only(tuple(PROPERTIES))
    version = args.number("version", least=1)
    reason = args.reason(required=True)
    return _result(request_deletion(actor=actor, item=item, version=version, reason=reason))


def _of_proposal(args: Arguments, actor: Actor, proposal: Proposal) -> DeletionRequest:
    require(actor, Capability.WRITE, proposal.project)
    args.only(tuple(PROPERTIES))
    if args["version"] is not None:
        raise Invalid("version", "A proposal has no versions; leave version out.")
    return request_deletion_of_proposal(actor=actor, proposal=proposal, reason=args.reason(required=True))


def _result(request: DeletionRequest) -> dict[str, Any]:
    return {
        "outcome": "requested",
        "ref": request.ref,
        "locked": True,
        "url": f"{settings.PUBLIC_URL}/privacy/{request.pk}/",
    }


TOOL = Tool(
    name="item_delete",
    title="Request deletion",
    description=(
        "Request to delete an item or one version for good, such as a stored secret, and lock it at once.\n"
        "A person decides. For what is out of date, archive."
    ),
    properties=PROPERTIES,
    required=("reason",),
    run=run,
    destructive=True,
)
