"""item_delete: ask for permanent deletion."""

from typing import Any

from conderis.core.actor import Actor
from conderis.core.secrets import refuse_secrets
from conderis.mcp.arguments import Arguments
from conderis.mcp.later import names_proposal, no_deletion_yet
from conderis.mcp.schemas import NUMBER, PROJECT, REF, number, text
from conderis.mcp.tool import Tool
from items.access import require_on, require_unlocked
from projects.capabilities import Capability

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
    if names_proposal(args["ref"]):
        raise no_deletion_yet()
    item = args.item(actor, project)
    require_on(actor, Capability.WRITE, item)
    require_unlocked(item)
    args.only(tuple(PROPERTIES))
    args.number("version", least=1)
    refuse_secrets("reason", args.reason(required=True))
    raise no_deletion_yet()


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
