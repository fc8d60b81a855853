"""Entries of recall: items gathered first, then signed, marked and written as lines all at once."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from django.db.models import BooleanField, Case, Q, When

from conderis.accounts.selectors import Names, names_for
from conderis.core.actor import Actor
from conderis.core.statements import Statement, in_slot
from conderis.core.text import quoted
from conderis.recall.budget import Section
from conderis.recall.rows import superseded
from items.access import visible
from items.models import Item, Relation
from items.selectors.entries import entries
from items.selectors.slots import CALLER, given
from items.states import ACTIVE, state_of
from projects.models import Project

MARKS_MAX = 5  # contradictions named on one entry
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
    whole: bool = False  # a kind's list, into which whatever contradicts an entry may be drawn


def written(actor: Actor, project: Project | None, parts: Sequence[Part]) -> list[Section]:
    """The parts as sections. A handful of statements for all of them together."""
    shown = {item.pk for part in parts for item in part.items}
    marks = _Marks.of(actor, project, shown) if project is not None else _Marks(frozenset(), {})
    elsewhere = {item.pk for part in parts if not part.whole for item in part.items}
    parts = [_beside_each_other(part, marks, elsewhere) if part.whole else part for part in parts]
    items = [item for part in parts for item in part.items]
    names = names_for(
        (who for item in items for who in (item.updated_by_id, item.reviewed_by_id)),
        (agent for item in items for agent in (item.updated_agent_id, item.reviewed_agent_id)),
    )
    return [
        Section(part.heading, [_line(part, item, marks, names) for item in part.items], part.total, part.call)
        for part in parts
    ]


@dataclass(frozen=True, slots=True)
class _Marks:
    """What relations say of the entries: which are stale, and what contradicts what that recall may show."""

    stale: frozenset[int]
    contradicting: dict[int, dict[int, Item]]

    @classmethod
    def of(cls, actor: Actor, project: Project, keys: set[int]) -> "_Marks":
        filled = given(actor, project)
        rows = _related().run(**filled, keys=list(keys))
        ends = {end for row in rows for end in row[:2]}
        known = {item.pk: item for item in _ends().load(Item, **filled, keys=list(ends))} if ends else {}
        stale, contradicting = set(), defaultdict[int, dict[int, Item]](dict)
        for source, target, relation, updated, related in rows:
            if relation == "derived_from":
                origin = known[target]
                if origin.sealed or origin.archived or origin.updated_at > max(updated, related):
                    stale.add(source)
            elif all(_stands(known[end], project) for end in (source, target)):
                contradicting[source][target] = known[target]
                contradicting[target][source] = known[source]
        return cls(frozenset(stale), dict(contradicting))


@cache
def _related() -> Statement:
    """What contradicts any of the keys or is contradicted, and what they derive from."""
    from_, to = Q(in_slot("source", "keys")), Q(in_slot("target", "keys"))
    about = Q(relation="contradicts") & (from_ | to) | Q(relation="derived_from") & from_
    rows = Relation.objects.filter(about, visible(CALLER, "source__"), visible(CALLER, "target__"))
    return Statement("{}", rows.values_list("source", "target", "relation", "source__updated_at", "created_at"))


@cache
def _ends() -> Statement:
    replaced = Case(When(superseded(), then=True), default=False, output_field=BooleanField())
    rows = Item.objects.filter(in_slot("pk", "keys"))
    return Statement("{}", entries(rows).annotate(replaced=replaced))


def _stands(item: Item, project: Project) -> bool:
    """Whether recall shows the item at all: of an upstream shared ones alone, even to whom a private one belongs."""
    ours = item.project_id == project.pk or not item.private
    return ours and state_of(item) == ACTIVE and not item.__dict__["replaced"]


def _beside_each_other(part: Part, marks: _Marks, elsewhere: set[int]) -> Part:
    """Each entry followed by those of its kind that contradict it, whatever their own rank, but each once."""
    ordered: dict[int, Item] = {}
    for item in part.items:
        ordered.setdefault(item.pk, item)
        for key, other in marks.contradicting.get(item.pk, {}).items():
            if other.kind == item.kind and key not in elsewhere:
                ordered.setdefault(key, other)
    return replace(part, items=list(ordered.values()))


def _line(part: Part, item: Item, marks: _Marks, names: Names) -> str:
    """One entry: its number, title and summary as data, its facts, and who stands behind it."""
    facts = [*item.rules.facts(item), *part.facts.get(item.pk, [])]
    if item.pk in marks.stale:
        facts.append("stale")
    others = [f"contradicts {part.prefix}{other.ref}" for other in marks.contradicting.get(item.pk, {}).values()]
    facts += others[:MARKS_MAX]
    if len(others) > MARKS_MAX:
        facts.append(f"contradicts {len(others) - MARKS_MAX} more")
    facts.append(f"by {_who(item, names)}")
    summary = f" {quoted(item.summary)}" if item.summary else ""
    return f"{part.prefix}{item.ref} {quoted(item.title or '')}{summary} ({', '.join(facts)})"


def _who(item: Item, names: Names) -> str:
    who = names.user(item.updated_by_id)
    if item.updated_agent_id:
        who += f" via {names.agent(item.updated_agent_id)}"
    if item.reviewed_by_id:
        who += f", approved by {names.user(item.reviewed_by_id)}"
    if item.reviewed_agent_id:
        who += f" via {names.agent(item.reviewed_agent_id)}"
    return quoted(who, WHO_SHOWN)[1:-1]
