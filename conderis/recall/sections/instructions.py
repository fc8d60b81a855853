"""What every agent must know: the organization's instructions, then the project's."""

from functools import cache

from django.db.models.fields.json import KT

from conderis.core.statements import Statement
from conderis.recall.budget import Section
from conderis.recall.lines import block
from items.kinds import KINDS
from items.models import Item
from items.selectors.slots import PLACE
from projects.models import Organization, Project

KIND = KINDS["instructions"]


def sections(project: Project) -> list[Section]:
    organization = (
        Organization.objects.filter(pk=project.organization_id).values_list("instructions", flat=True).first() or ""
        if project.organization_id
        else ""
    )
    own = "".join(content or "" for [content] in _own().run(project=project.pk))  # at most one
    return [
        _section("organization instructions", organization, "project_get"),
        _section("instructions", own, "item_get ref instructions"),
    ]


@cache
def _own() -> Statement:
    rows = Item.objects.filter(project=PLACE, kind=KIND.name, number=None, sealed=False)
    return Statement("{}", rows.values_list(KT("state__content")))


def _section(heading: str, text: str, call: str) -> Section:
    lines = block(text) if text.strip() else []
    return Section(heading, lines, len(lines), call, noun="lines")
