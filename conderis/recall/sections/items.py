"""The entries of each kind that recall lists: tasks, then memories, then pages, then whatever kind comes."""

from functools import cache, reduce
from operator import or_

from conderis.recall.entry import Part
from conderis.recall.rows import Shelf, Where, recalled
from items.kinds import KINDS, Kind
from items.models import Item
from items.search.haystack import Haystack
from items.search.looking import CANDIDATES_MAX
from items.search.ranking import RANKED_MAX, find
from items.search.terms import Term


def parts(shelf: Shelf, terms: list[Term], most: int) -> list[Part]:
    """What each kind puts forward (the newest handoffs), then its list, by relevance where there is a focus.

    At most ``most`` entries of each.
    """
    kinds = [kind for kind in KINDS.values() if kind.listed and (shelf.project is not None or kind.personal)]
    kinds.sort(key=lambda kind: kind.recall_rank)
    relevant = _relevant(shelf, kinds, terms, most) if terms else []
    own = Shelf(shelf.actor, None, Where.OWN)
    return [part for kind in kinds for part in _of(shelf, own, kind, relevant, most)]


def _relevant(shelf: Shelf, kinds: list[Kind], terms: list[Term], most: int) -> list[int]:
    """The keys of what the focus finds among the kinds that are ranked by it, best first."""
    ranked = tuple(kind for kind in kinds if kind.focused)
    size = shelf.project.last_number if shelf.project is not None else CANDIDATES_MAX
    found = find(_haystack(ranked, shelf.where), terms, size, most=RANKED_MAX, given=shelf.given)
    return [key for key, _ in found.ranked[: most * len(ranked)]]


@cache
def _haystack(kinds: tuple[Kind, ...], where: Where) -> Haystack:
    return Haystack(reduce(or_, (recalled(kind, where) for kind in kinds)), kinds)


def _of(shelf: Shelf, own: Shelf, kind: Kind, relevant: list[int], most: int) -> list[Part]:
    call = f"item_list kind {kind.name}"
    in_project = shelf.where is not Where.OWN
    forward = [Part(heading, items, len(items), call) for heading, items in shelf.forward(kind)] if in_project else []
    taken = [item.pk for part in forward for item in part.items]
    first: list[Item] = []
    if relevant and kind.focused:
        by_key = shelf.named(kind, relevant, taken)
        first = [by_key[key] for key in relevant if key in by_key][: most + 1]
    rest = shelf.best(kind, most + 1 - len(first), [*taken, *(item.pk for item in first)])
    mine = own.best(kind, most + 1) if in_project and kind.personal else []
    items = first + (sorted(rest + mine, key=kind.recall_key) if mine else rest)
    total = len(items)
    if total > most:
        total = shelf.total(kind) - len(taken) + (own.total(kind) if mine else 0)
    return [*forward, Part(kind.plural, items[:most], total, call, whole=True)]
