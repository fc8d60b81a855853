"""The entries of each kind that recall lists: tasks, then memories, then pages, then whatever kind comes."""

from conderis.core.actor import Actor
from conderis.recall.entry import Part
from conderis.recall.rows import best, recalled
from items.kinds import KINDS, Kind
from items.kinds.base import Lookup
from items.models import Item
from items.search.ranking import CANDIDATES_MAX, find
from items.search.terms import Term
from items.selectors.entries import entries
from projects.models import Project

LINE_LEAST = 24  # characters of the shortest entry there can be: no more rows are read than could fit


def parts(actor: Actor, project: Project | None, terms: list[Term], max_chars: int) -> list[Part]:
    """What each kind puts forward (the newest handoffs), then its list; by relevance where there is a focus."""
    kinds = [kind for kind in KINDS.values() if kind.listed and (project is not None or kind.personal)]
    kinds.sort(key=lambda kind: kind.recall_rank)
    return [part for kind in kinds for part in _of(actor, project, kind, terms, max_chars // LINE_LEAST)]


def _of(actor: Actor, project: Project | None, kind: Kind, terms: list[Term], most: int) -> list[Part]:
    rows = recalled(actor, project, kind)
    call = f"item_list kind {kind.name}"
    forward: list[Part] = []
    taken: list[int] = []
    for heading, condition, count in kind.recall_first if project is not None else ():
        items = list(entries(rows.filter(condition)).order_by("-updated_at", "-pk")[:count])
        forward.append(Part(heading, items, len(items), call))
        taken += [item.pk for item in items]
    rows = rows.exclude(pk__in=taken)
    relevant: list[Item] = []
    if terms and kind.focused:
        size = project.last_number if project is not None else CANDIDATES_MAX
        keys = [key for key, _ in find(rows, terms, size).ranked[:most]]
        by_key = {item.pk: item for item in entries(Item.objects.filter(pk__in=keys)).annotate(**kind.recall_marks())}
        relevant = [by_key[key] for key in keys if key in by_key]
    groups = kind.recall_groups(Lookup(actor, project.pk if project else None))
    rest = rows.exclude(pk__in=[item.pk for item in relevant])
    items = relevant + best(rest, kind, groups, most + 1 - len(relevant))
    total = len(items) if len(items) <= most else rows.count()
    return [*forward, Part(kind.plural, items[:most], total, call)]
