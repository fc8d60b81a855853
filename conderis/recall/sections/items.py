"""The entries of each kind that recall lists: tasks, then memories, then pages, then whatever kind comes."""

from functools import reduce
from operator import or_

from conderis.core.actor import Actor
from conderis.recall.entry import Part
from conderis.recall.rows import Totals, best, recalled
from items.kinds import KINDS, Kind
from items.kinds.base import Lookup
from items.models import Item
from items.search.ranking import CANDIDATES_MAX, RANKED_MAX, find
from items.search.terms import Term
from items.selectors.counts import count_of
from items.selectors.entries import entries
from projects.models import Project


def parts(actor: Actor, totals: Totals, project: Project | None, terms: list[Term], most: int) -> list[Part]:
    """What each kind puts forward (the newest handoffs), then its list, by relevance where there is a focus.

    At most ``most`` entries of each.
    """
    kinds = [kind for kind in KINDS.values() if kind.listed and (project is not None or kind.personal)]
    kinds.sort(key=lambda kind: kind.recall_rank)
    relevant = _relevant(actor, project, kinds, terms, most) if terms else []
    return [part for kind in kinds for part in _of(actor, totals, project, kind, relevant, most)]


def _relevant(actor: Actor, project: Project | None, kinds: list[Kind], terms: list[Term], most: int) -> list[int]:
    """The keys of what the focus finds among the kinds that are ranked by it, best first."""
    rows = [recalled(actor, project, kind) for kind in kinds if kind.focused]
    size = project.last_number if project is not None else CANDIDATES_MAX
    found = find(reduce(or_, rows), terms, size, most=RANKED_MAX)
    return [key for key, _ in found.ranked[: most * len(rows)]]


def _of(
    actor: Actor, totals: Totals, project: Project | None, kind: Kind, relevant: list[int], most: int
) -> list[Part]:
    rows = recalled(actor, project, kind)
    lookup = Lookup(actor, project.pk if project else None)
    call = f"item_list kind {kind.name}"
    forward: list[Part] = []
    taken: list[int] = []
    for heading, condition, count in kind.recall_first if project is not None else ():
        items = list(entries(rows.filter(condition)).order_by("-updated_at", "-pk")[:count])
        forward.append(Part(heading, items, len(items), call))
        taken += [item.pk for item in items]
    rows = rows.exclude(pk__in=taken)
    first: list[Item] = []
    if relevant and kind.focused:
        by_key = {item.pk: item for item in entries(rows.filter(pk__in=relevant)).annotate(**kind.recall_marks(lookup))}
        first = [by_key[key] for key in relevant if key in by_key][: most + 1]
    rest = best(rows.exclude(pk__in=[item.pk for item in first]), kind, lookup, most + 1 - len(first))
    own = best(recalled(actor, None, kind), kind, lookup, most + 1) if project is not None and kind.personal else []
    items = first + (sorted(rest + own, key=kind.recall_key) if own else rest)
    total = len(items)
    if total > most:
        total = totals.recalled(kind) - len(taken) + (count_of(actor, None, kind) if own else 0)
    return [*forward, Part(kind.plural, items[:most], total, call, whole=True)]
