"""What changed since the caller's last recall."""

from functools import cache
from typing import Any

from django.db.models import QuerySet, Value

from conderis.core.actor import Actor
from conderis.core.statements import Slot, Statement, in_slot
from conderis.recall.entry import Part
from conderis.recall.rows import superseded
from items.access import visible
from items.kinds import KINDS, Kind
from items.models import Event, Item
from items.selectors.entries import entries
from items.selectors.slots import CALLER, PLACE, given
from items.states import ACTIVE, state_of
from projects.models import Project

EVENTS_MAX = 500  # the newest of them
_WORDS = {Event.What.STORED: "stored", Event.What.MOVED: "moved", Event.What.RESTORED: "restored"}


def part(actor: Actor, project: Project, since: int | None) -> Part:
    """Each item changed since that transaction once, the latest change first; nothing on a key's first recall."""
    kinds = tuple(kind for kind in KINDS.values() if kind.listed)
    filled = {**given(actor, project), "since": since}
    seen = _events().run(**filled) if since is not None else []
    happened = _happened(seen)
    rows = _changed(kinds).load(Item, **filled, keys=list(happened)) if happened else []
    by_key = {item.pk: item for item in rows if state_of(item) == ACTIVE}
    items = [by_key[key] for key in happened if key in by_key]
    facts = {item.pk: [f"{' and '.join(happened[item.pk])}, v{item.version}"] for item in items}
    total = len(items) if len(seen) < EVENTS_MAX else max(_count(kinds, filled), len(items))
    call = f"item_list kind {' or '.join(kind.name for kind in kinds)}, sort updated"
    return Part("changed since your last recall", items, total, call, facts)


def _happened(seen: list[tuple[Any, ...]]) -> dict[int, list[str]]:
    """What happened to each item, the latest first."""
    happened: dict[int, list[str]] = {}
    for item, what in seen:
        said = happened.setdefault(item, [])
        word = _WORDS.get(Event.What(what), what)
        if word not in said:
            said.append(word)
    return happened


def _count(kinds: tuple[Kind, ...], filled: dict[str, Any]) -> int:
    """How many items changed in all, where there are more events than are read."""
    [[count]] = _counting(kinds).run(**filled)
    return int(count)


def _since() -> QuerySet[Event]:
    rows = Event.objects.filter(project=PLACE, transaction__gte=Value(Slot("since")))
    return rows.exclude(what__in=Event.DECISIONS)


def _shown(kinds: tuple[Kind, ...]) -> QuerySet[Item]:
    names = [kind.name for kind in kinds]
    return Item.objects.filter(visible(CALLER), ~superseded(), kind__in=names, sealed=False)


@cache
def _events() -> Statement:
    newest = _since().order_by("-transaction", "-pk")
    return Statement(f"{{}} LIMIT {EVENTS_MAX}", newest.values_list("item", "what"))


@cache
def _changed(kinds: tuple[Kind, ...]) -> Statement:
    return Statement("{}", entries(_shown(kinds).filter(in_slot("pk", "keys"))))


@cache
def _counting(kinds: tuple[Kind, ...]) -> Statement:
    changed = _shown(kinds).filter(archived=False, pk__in=_since().values("item"))
    return Statement("SELECT count(*) FROM ({}) AS changed", changed.values("pk"))
