"""What texts refer to: ``#12``, an item of the project, and ``memory:345``, one of the reader's own."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from conderis.core.actor import Actor
from items.access import visible
from items.kinds import KINDS
from items.kinds.task import ACTIVE as ACTIVE_TASK
from items.models import Item
from items.states import ACTIVE, state_of
from projects.models import Project

REFERENCES_MAX = 200  # of one text that are looked up
# A pattern of what may be one; `titles_of` says which are.
REFERENCE = rf"(?:#|(?:{'|'.join(kind.name for kind in KINDS.values() if kind.personal)}):)[1-9][0-9]{{0,17}}"
_COLUMNS = ("pk", "kind", "number", "project_id", "title", "status", "archived", "sealed", "expires_at")


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference leads to; ``project_id`` and ``number`` are None outside of projects.

    ``state`` is a task's status, else active, archived or expired.
    """

    pk: int
    project_id: str | None
    number: int | None
    kind: str
    title: str
    state: str

    @property
    def closed(self) -> bool:
        """Whether it is over: no list shows it unasked."""
        return self.state not in (ACTIVE, *ACTIVE_TASK)


def titles_of(actor: Actor, project: Project | None, refs: Iterable[str]) -> dict[str, Target]:
    """Those of the references that lead somewhere for this reader: no locked item, nobody else's private one.

    Without a project ``#12`` leads nowhere. At most ``REFERENCES_MAX`` are looked up, in one query.
    """
    rows = named(actor, project, list(dict.fromkeys(refs))[:REFERENCES_MAX])
    return {item.ref: _target(item) for item in rows.only(*_COLUMNS) if item.title is not None}


def named(actor: Actor, project: Project | None, refs: Iterable[str]) -> QuerySet[Item]:
    """The items that these references name, as far as the caller may see them; locked ones are not among them."""
    numbers, idents = [], []
    for ref in refs:
        name, _, ident = ref.partition(":")
        if ident:
            idents.append(int(ident))
        else:
            numbers.append(int(name.removeprefix("#")))
    there = Q(project=project, number__in=numbers if project is not None else [])
    own = Q(project=None, owner_id=actor.user_id, pk__in=idents)
    return Item.objects.filter(visible(actor), there | own, sealed=False)


def _target(item: Item) -> Target:
    state = state_of(item)
    if state == ACTIVE and item.status is not None:
        state = item.status
    return Target(item.pk, item.project_id, item.number, item.kind, item.title, state)
