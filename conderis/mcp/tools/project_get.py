"""project_get: the list of projects, or one project."""

from typing import Any

from conderis.core.actor import Actor
from conderis.mcp.arguments import Arguments
from conderis.mcp.schemas import PROJECT
from conderis.mcp.tool import Tool
from items.selectors.counts import counts
from items.selectors.hygiene import hygiene
from projects.selectors import describe, list_projects
from proposals.selectors.counts import pending_count

PROPERTIES = {"projectId": PROJECT}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    args.only(tuple(PROPERTIES))
    if project is None:
        return {"projects": list_projects(actor)}
    counted = {**counts(actor, project), "pendingProposals": pending_count(actor, project)}
    return {**describe(actor, project), "counts": counted, "hygiene": hygiene(actor, project)}


TOOL = Tool(
    name="project_get",
    title="Get projects",
    description=(
        "List your projects, or get one with your permissions, assignees and counts.\n"
        "permissions.moderate: your changes publish; else they need review."
    ),
    properties=PROPERTIES,
    required=(),
    run=run,
    read_only=True,
)
