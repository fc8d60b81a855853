"""What every agent must know: the organization's instructions, then the project's."""

from conderis.recall.budget import Section
from conderis.recall.lines import block
from items.kinds import KINDS
from items.models import Item
from projects.models import Organization, Project

KIND = KINDS["instructions"]


def sections(project: Project) -> list[Section]:
    organization = (
        Organization.objects.filter(pk=project.organization_id).values_list("instructions", flat=True).first() or ""
        if project.organization_id
        else ""
    )
    own = Item.objects.filter(project=project, kind=KIND.name, number=None, sealed=False).values_list(
        "state", flat=True
    )
    content = (own.first() or {}).get("content", "")
    return [
        _section("organization instructions", organization, "project_get"),
        _section("instructions", content, "item_get ref instructions"),
    ]


def _section(heading: str, text: str, call: str) -> Section:
    lines = block(text) if text.strip() else []
    return Section(heading, lines, len(lines), call, noun="lines")
