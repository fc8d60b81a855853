"""The entries of each kind that recall lists: tasks, then memories, then pages, then whatever kind comes."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from conderis.accounts.selectors import Names, names_for
from conderis.core.actor import Actor
from conderis.core.text import quoted
from conderis.recall.budget import Section
from items.access import visible
from items.kinds import KINDS, Kind
from items.kinds.base import Lookup
from items.models import Item, Relation
from items.selectors.entries import entries
from items.states import now_text
from projects.models import Project

LINE_LEAST = 24  # characters of the shortest entry there can be: no more rows are read than could fit


def sections(actor: Actor, project: Project | None, max_chars: int) -> list[Section]:
    kinds = [kind for kind in KINDS.values() if kind.listed and (project is not None or kind.personal)]
    kinds.sort(key=lambda kind: kind.recall_rank)
    most = max_chars // LINE_LEAST
    found = [_best(actor, project, kind, most) for kind in kinds]
    shown = [item for items, _ in found for item in items]
    names = names_for((item.updated_by_id for item in shown), (item.updated_agent_id for item in shown))
    return [
        Section(kind.plural, [line(item, names) for item in items], total, f"item_list kind {kind.name}")
        for kind, (items, total) in zip(kinds, found, strict=True)
    ]


def _best(actor: Actor, project: Project | None, kind: Kind, most: int) -> tuple[list[Item], int]:
    """The first ``most`` of the kind's items, and how many there are; counted apart only where there are more."""
    rows = _rows(actor, project, kind)
    order = kind.recall_order(Lookup(actor, project.pk if project else None))
    found = list(entries(rows).annotate(**kind.recall_marks()).order_by(*order, "-pk")[: most + 1])
    return found[:most], len(found) if len(found) <= most else rows.count()


def _rows(actor: Actor, project: Project | None, kind: Kind) -> QuerySet[Item]:
    """What the kind's list shows, less what another item supersedes; personal ones among a project's."""
    place = Q(project=project) & visible(actor)
    if kind.personal:
        place |= Q(project=None, owner_id=actor.user_id)
    newer = Relation.objects.filter(
        visible(actor, "source__"), target=OuterRef("pk"), relation="supersedes", source__archived=False
    )
    shown = Item.objects.filter(place, kind.shown({}, now_text()), kind=kind.name, sealed=False)
    return shown.filter(~Q(Exists(newer)))


def line(item: Item, names: Names) -> str:
    """One entry: its number, title and summary as data, the kind's facts, and who stands behind it."""
    who = names.user(item.updated_by_id)
    if item.updated_agent_id:
        who += f" via {names.agent(item.updated_agent_id)}"
    facts = ", ".join([*item.rules.facts(item), f"by {quoted(who, 60)[1:-1]}"])
    summary = f" {quoted(item.summary)}" if item.summary else ""
    return f"{item.ref} {quoted(item.title or '')}{summary} ({facts})"
