"""item_list: one page of short entries."""

from collections.abc import Iterable
from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Missing, UnknownKind
from conderis.mcp.arguments import Arguments
from conderis.mcp.descriptions import filter_lines
from conderis.mcp.later import PROPOSAL, no_proposals_yet
from conderis.mcp.schemas import PROJECT, number, structure, text
from conderis.mcp.tool import Tool
from items.kinds import KINDS, Kind
from items.selectors.listing import Query, list_items
from projects.models import Project

LIMIT = 20
LIMIT_MAX = 100

PROPERTIES = {
    "kind": text("optional with query"),
    "projectId": PROJECT,
    "query": text(),
    "filter": structure(),
    "sort": text("relevance, updated, created, title, priority (task), position (page); - reverses"),
    "limit": number("1-100"),
    "cursor": text("nextCursor"),
}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    args.only(tuple(PROPERTIES))
    asked = Query(
        kind=_kind(args, project),
        query=args["query"],
        filters=args.object("filter") or {},
        sort=args["sort"],
        limit=args.number("limit", least=1, most=LIMIT_MAX, default=LIMIT) or LIMIT,
        cursor=args["cursor"],
    )
    return list_items(actor, project, asked)


def _kind(args: Arguments, project: Project | None) -> Kind | None:
    name = args["kind"]
    listed = [kind.name for kind in KINDS.values() if kind.listed]
    if name is None:
        if args["query"] is None:
            raise Missing("kind", f"kind is required without query: {', '.join((*listed, PROPOSAL))}.")
        return None
    if name == PROPOSAL:
        raise no_proposals_yet()
    if name not in listed:
        raise UnknownKind(str(name), (*listed, PROPOSAL))
    kind = KINDS[name]
    if project is None and not kind.personal:
        raise Missing("projectId", f"{kind.plural.capitalize()} belong to a project; send projectId (project_get).")
    return kind


def describe(kinds: Iterable[Kind]) -> str:
    return (
        "Search or list tasks, memories, pages or proposals as short entries.\n"
        "Tasks: the active ones (open, in progress, blocked) unless includeClosed. Without projectId: personal "
        "memories. filter by kind:\n"
        f"{filter_lines(kinds)}\n"
        "proposal: state, author (or me), targetKind"
    )


TOOL = Tool(
    name="item_list",
    title="List items",
    description=describe(KINDS.values()),
    properties=PROPERTIES,
    required=(),
    run=run,
    read_only=True,
)
