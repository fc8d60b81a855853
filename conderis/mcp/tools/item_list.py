"""item_list: one page of short entries."""

from collections.abc import Iterable
from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Missing, UnknownKind
from conderis.mcp.arguments import Arguments
from conderis.mcp.descriptions import filter_lines
from conderis.mcp.schemas import PROJECT, number, structure, text
from conderis.mcp.tool import Tool
from items.kinds import KINDS, Kind
from items.selectors.listing import Query, list_items
from projects.models import Project
from proposals.selectors.listing import Asked, list_proposals

PROPOSAL = "proposal"
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
    kind = _kind(args, project) if args["kind"] != PROPOSAL else None
    asked = {
        "query": args["query"],
        "filters": args.object("filter") or {},
        "sort": args["sort"],
        "limit": args.number("limit", least=1, most=LIMIT_MAX, default=LIMIT) or LIMIT,
        "cursor": args["cursor"],
    }
    if args["kind"] == PROPOSAL:
        return list_proposals(actor, _of_proposals(project), Asked(**asked))
    return list_items(actor, project, Query(kind=kind, **asked))


def _of_proposals(project: Project | None) -> Project:
    if project is None:
        raise Missing("projectId", "Proposals belong to a project; send projectId (project_get).")
    return project


def _kind(args: Arguments, project: Project | None) -> Kind | None:
    name = args["kind"]
    listed = [kind.name for kind in KINDS.values() if kind.listed]
    if name is None:
        if args["query"] is None:
            raise Missing("kind", f"kind is required without query: {', '.join((*listed, PROPOSAL))}.")
        return None
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
