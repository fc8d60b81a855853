"""Entries of recall: items gathered first, then signed, marked and written as lines all at once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from conderis.accounts.selectors import Names, names_for
from conderis.core.actor import Actor
from conderis.core.text import quoted
from conderis.recall.budget import Section
from items.access import visible
from items.models import Item, Relation
from items.selectors.entries import entries
from items.states import ACTIVE, state_of
from projects.models import Project

WHO_SHOWN = 60  # characters of the people behind an entry


@dataclass(frozen=True, slots=True)
class Part:
    """A part of recall before it is written: items, best first, and facts of some beside the kind's own."""

    heading: str
    items: list[Item]
    total: int
    call: str
    facts: dict[int, list[str]] = field(default_factory=dict)
    prefix: str = ""  # of an upstream's entries: its projectId


def written(actor: Actor, project: Project | None, parts: Sequence[Part]) -> list[Section]:
    """The parts as sections. A handful of statements for all of them together."""
    marks = _Marks.of(actor, project, [item for part in parts for item in part.items])
    parts = [_beside_each_other(part, marks) for part in parts]
    shown = [item for part in parts for item in part.items]
    names = names_for(
        (who for item in shown for who in (item.updated_by_id, item.reviewed_by_id)),
        (item.updated_agent_id for item in shown),
    )
    return [Section(part.heading, [_line(part, item, marks, names) for item in part.items], part.total, part.call)
            for part in parts]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Marks:
    """What relations say of the entries: which are stale, and what contradicts what."""

    stale: frozenset[int]
    contradicting: dict[int, dict[int, Item]]

    @classmethod
    def of(cls, actor: Actor, project: Project | None, items: Iterable[Item]) -> "_Marks":
        if project is None:
            return cls(frozenset(), {})
        keys = {item.pk for item in items}
        about = Q(relation="contradicts") & (Q(source__in=keys) | Q(target__in=keys))
        about |= Q(relation="derived_from", source__in=keys)
        rows = list(
            Relation.objects.filter(about)
            .filter(visible(actor, "source__"))
            .values_list("source", "target", "relation", "source__updated_at", "created_at")
        )
        ends = {end for row in rows for end in row[:2]} if rows else set()
        known = {item.pk: item for item in entries(Item.objects.filter(visible(actor), pk__in=ends))} if ends else {}
        stale, contradicting = set(), defaultdict[int, dict[int, Item]](dict)
        for source, target, relation, updated, related in rows:
            if relation == "derived_from":
                origin = known.get(target)
                if origin is None or origin.sealed or origin.archived or origin.updated_at > max(updated, related):
                    stale.add(source)
            elif all(end in known and state_of(known[end]) == ACTIVE for end in (source, target)):
                contradicting[source][target] = known[target]
                contradicting[target][source] = known[source]
        return cls(frozenset(stale), dict(contradicting))


def _beside_each_other(part: Part, marks: _Marks) -> Part:
    """Each entry followed by those that contradict it, whatever their own rank."""
    if not any(item.pk in marks.contradicting for item in part.items):
        return part
    ordered: dict[int, Item] = {}
    for item in part.items:
        ordered.setdefault(item.pk, item)
        for other in marks.contradicting.get(item.pk, {}).values():
            if other.kind == item.kind:
                ordered.setdefault(other.pk, other)
    return Part(part.heading, list(ordered.values()), part.total, part.call, part.facts, part.prefix)


def _line(part: Part, item: Item, marks: _Marks, names: Names) -> str:
    """One entry: its number, title and summary as data, its facts, and who stands behind it."""
    facts = [*item.rules.facts(item), *part.facts.get(item.pk, [])]
    if item.pk in marks.stale:
        facts.append("stale")
    facts += [f"contradicts {other.ref}" for other in marks.contradicting.get(item.pk, {}).values()]
    facts.append(f"by {_who(item, names)}")
    summary = f" {quoted(item.summary)}" if item.summary else ""
    return f"{part.prefix}{item.ref} {quoted(item.title or '')}{summary} ({', '.join(facts)})"


def _who(item: Item, names: Names) -> str:
    who = names.user(item.updated_by_id)
    if item.updated_agent_id:
        who += f" via {names.agent(item.updated_agent_id)}"
    if item.reviewed_by_id:
        who += f", approved by {names.user(item.reviewed_by_id)}"
    return quoted(who, WHO_SHOWN)[1:-1]
