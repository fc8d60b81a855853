"""project_store: make a project or change its settings."""

from typing import Any

from conderis.core.actor import Actor
from conderis.mcp.arguments import Arguments
from conderis.mcp.schemas import PROJECT, switch, text
from conderis.mcp.tool import Tool
from projects.capabilities import Capability
from projects.permissions import require
from projects.services.change_project import change_project
from projects.services.create_project import create_project

FIELDS = {
    "name": text(),
    "description": text(),
    "remote": text("repository URL"),
    "public": switch(),
    "upstream": text("a public project's id"),
    "organization": text("org:<id>"),
}
PROPERTIES = {"projectId": PROJECT, **FIELDS}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    if project is not None:
        require(actor, Capability.OWN, project)
    args.only(tuple(PROPERTIES))
    fields = args.patch(tuple(FIELDS))
    if fields.pop("public", None) is not None:
        fields["public"] = args.switch("public")
    if project is None:
        project = create_project(actor=actor, fields=fields)
        return {"projectId": project.pk, "name": project.name}
    project, changed = change_project(actor=actor, project=project, changes=fields)
    return {"projectId": project.pk, "name": project.name, **({} if changed else {"unchanged": True})}


TOOL = Tool(
    name="project_store",
    title="Store a project",
    description=(
        "Create a project, or change the settings of one that you own.\n"
        "Without projectId: a new one; name is required. Omitted is kept, null clears."
    ),
    properties=PROPERTIES,
    required=(),
    run=run,
)
