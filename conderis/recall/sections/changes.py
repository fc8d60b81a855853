"""What changed since the caller's last recall."""

from conderis.core.actor import Actor
from conderis.recall.entry import Part
from conderis.recall.marks import seen_until
from conderis.recall.rows import superseded
from items.access import visible
from items.kinds import KINDS
from items.models import Event, Item
from items.selectors.entries import entries
from items.states import ACTIVE, state_of
from projects.models import Project

EVENTS_MAX = 500  # the newest of them
_WORDS = {Event.What.STORED: "stored", Event.What.MOVED: "moved", Event.What.RESTORED: "restored"}


def part(actor: Actor, project: Project) -> Part:
    """Each changed item once, the latest change first; nothing on a key's first recall of the project."""
    since = seen_until(actor, project)
    happened: dict[int, list[str]] = {}
    seen: list[tuple[int, str]] = []
    if since is not None:
        events = Event.objects.filter(project=project, transaction__gte=since).order_by("-transaction", "-pk")
        seen = list(events.values_list("item", "what")[:EVENTS_MAX])
        for item, what in seen:
            said = happened.setdefault(item, [])
            word = _WORDS.get(Event.What(what), what)
            if word not in said:
                said.append(word)
    kinds = [kind.name for kind in KINDS.values() if kind.listed]
    rows = entries(
        Item.objects.filter(visible(actor), ~superseded(actor), pk__in=happened, kind__in=kinds, sealed=False)
    )
    by_key = {item.pk: item for item in rows if state_of(item) == ACTIVE} if happened else {}
    items = [by_key[key] for key in happened if key in by_key]
    facts = {item.pk: [f"{' and '.join(happened[item.pk])}, v{item.version}"] for item in items}
    total = len(items) if len(seen) < EVENTS_MAX else max(_count(actor, project, since or 0, kinds), len(items))
    call = f"item_list kind {' or '.join(kinds)}, sort updated"
    return Part("changed since your last recall", items, total, call, facts)


def _count(actor: Actor, project: Project, since: int, kinds: list[str]) -> int:
    """How many items changed in all, where there are more events than are read."""
    changed = Event.objects.filter(project=project, transaction__gte=since).values("item")
    shown = Item.objects.filter(visible(actor), ~superseded(actor), pk__in=changed, kind__in=kinds)
    return shown.filter(sealed=False, archived=False).count()
