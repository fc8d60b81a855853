"""item_get: one item, one of its versions, or its history."""

from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.mcp.arguments import Arguments
from conderis.mcp.schemas import NUMBER, PROJECT, number, switch, text
from conderis.mcp.tool import Tool
from items.access import require_unlocked
from items.selectors.reading import TAKE, TAKE_MAX, Part, read_history, read_item
from proposals.models import Proposal
from proposals.selectors.reading import read_proposal

HISTORY_TAKE = 50
HISTORY_TAKE_MAX = 100
OFFSET_MAX = 10**9

PROPERTIES = {
    "projectId": PROJECT,
    "number": NUMBER,
    "ref": text("instructions, memory:<id>, proposal:<id>"),
    "history": switch(),
    "version": number("as it was then"),
    "offset": number(),
    "take": number("characters, 1-40000"),
}


def run(actor: Actor, sent: dict[str, Any]) -> dict[str, Any]:
    args = Arguments(sent)
    project = args.project(actor)
    what = args.proposal(actor, project) or args.item(actor, project)
    args.only(tuple(PROPERTIES))
    version = args.version()
    history = args.switch("history")
    offset = args.number("offset", least=0, most=OFFSET_MAX, default=0) or 0
    most, default = (HISTORY_TAKE_MAX, HISTORY_TAKE) if history else (TAKE_MAX, TAKE)
    take = args.number("take", least=1, most=most, default=default) or default
    if isinstance(what, Proposal):
        _no_versions(version, history=history)
        return read_proposal(actor, what, part=Part(offset, take))
    if history:
        if version is not None:
            raise Invalid("version", "Send history or version, not both.")
        require_unlocked(what)
        return read_history(actor, what, offset=offset, take=take)
    return read_item(actor, what, part=Part(offset, take), number=version)


def _no_versions(version: int | None, *, history: bool) -> None:
    for name, sent in (("version", version is not None), ("history", history)):
        if sent:
            raise Invalid(name, f"A proposal has no versions; leave {name} out.")


TOOL = Tool(
    name="item_get",
    title="Get an item",
    description=(
        "Read one memory, task, page, proposal or the instructions in full, or its version history.\n"
        "Long content comes in parts: go on at text.nextOffset. With history, offset and take count versions."
    ),
    properties=PROPERTIES,
    required=(),
    run=run,
    read_only=True,
)
