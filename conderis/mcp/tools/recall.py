"""recall: the bounded index at the start of work."""

from typing import Any

from django.conf import settings

from conderis.core.actor import Actor
from conderis.mcp.arguments import Arguments
from conderis.mcp.schemas import PROJECT, number, switch, text
from conderis.mcp.tool import Tool
from conderis.recall import guide
from conderis.recall.recall import MAX_CHARS, MAX_CHARS_DEFAULT, MAX_CHARS_LEAST, recall

PROPERTIES = {
    "projectId": PROJECT,
    "focus": text("what you are about to do"),
    "maxChars": number("500-20000"),
    "guide": switch("the system guide"),
}


def run(actor: Actor, sent: dict[str, Any]) -> str:
    args = Arguments(sent)
    project = args.project(actor)
    args.only(tuple(PROPERTIES))
    if args.switch("guide"):
        return guide.TEXT
    return recall(
        actor,
        project,
        focus=args.text("focus", maximum=settings.MAX_BODY),
        max_chars=args.number("maxChars", least=MAX_CHARS_LEAST, most=MAX_CHARS) or MAX_CHARS_DEFAULT,
    )


TOOL = Tool(
    name="recall",
    title="Recall",
    description=(
        "Recall a project before you start work, its instructions, tasks, memories and pages as one short text.\n"
        "Call it first. Without projectId: your personal memories and projects."
    ),
    properties=PROPERTIES,
    required=(),
    run=run,
    read_only=True,
)
