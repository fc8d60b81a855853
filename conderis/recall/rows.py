"""What recall may show of a kind, as statements that are built once."""

from collections.abc import Sequence
from enum import Enum
from functools import cache, cached_property

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import OrderBy

from conderis.core.actor import Actor
from conderis.core.statements import Statement, in_slot
from items.access import visible
from items.kinds import KINDS, Kind
from items.models import Item, Relation
from items.selectors.counts import counts_of
from items.selectors.entries import entries
from items.selectors.listing import in_place
from items.selectors.slots import CALLER, LOOKUP, NOW, PLACE, given
from projects.models import Project


class Where(Enum):
    """Whose items: a project's, what a fork sees of its upstream's, or the caller's own outside of projects."""

    PROJECT = "project"
    UPSTREAM = "upstream"
    OWN = "own"


def recalled(kind: Kind, where: Where) -> QuerySet[Item]:
    """What the kind's list shows there, less what another item supersedes."""
    rows = in_place(CALLER, None if where is Where.OWN else PLACE).filter(kind.shown({}, NOW), kind=kind.name)
    if where is Where.UPSTREAM:
        rows = rows.filter(private=False)
    return rows if where is Where.OWN else rows.filter(~superseded())


def superseded() -> Q:
    """A private item supersedes for its author alone; an archived, expired or locked one for nobody."""
    newer = Relation.objects.filter(
        visible(CALLER, "source__"),
        Q(source__expires_at__isnull=True) | Q(source__expires_at__gt=NOW),
        target=OuterRef("pk"),
        relation="supersedes",
        source__archived=False,
        source__sealed=False,
    )
    return Q(Exists(newer))


class Shelf:
    """The items of one place as one caller's recall reads them."""

    def __init__(self, actor: Actor, project: Project | None, where: Where) -> None:
        self.actor, self.project, self.where = actor, project, where
        self.given = given(actor, project)

    def best(self, kind: Kind, most: int, taken: Sequence[int] = ()) -> list[Item]:
        """The first ``most`` rows, group after group, each in its own order. At most one statement a group."""
        found: list[Item] = []
        for group in _groups(kind, self.where):
            left = most - len(found)
            if left <= 0:
                break
            found += group.load(Item, **self.given, taken=[*taken, *(item.pk for item in found)], most=left)
        return found

    def forward(self, kind: Kind) -> list[tuple[str, list[Item]]]:
        """What the kind puts before the rest, each part with its heading."""
        parts = zip(kind.recall_first, _forward(kind, self.where), strict=True)
        return [(heading, rows.load(Item, **self.given, taken=[], most=most)) for (heading, _, most), rows in parts]

    def named(self, kind: Kind, keys: Sequence[int], taken: Sequence[int]) -> dict[int, Item]:
        """Those of the keys that recall may show, by their keys."""
        rows = _named(kind, self.where).load(Item, **self.given, keys=keys, taken=taken, most=len(keys))
        return {item.pk: item for item in rows}

    @cached_property
    def shown(self) -> dict[str, int]:
        """How many items each kind's list shows. One statement."""
        return counts_of(self.actor, self.project, list(KINDS.values()))

    def total(self, kind: Kind) -> int:
        """How many `recalled` gives. What is superseded is little, so that the rest is counted from the index alone."""
        return self.shown[kind.name] - self._replaced.get(kind.name, 0)

    @cached_property
    def _replaced(self) -> dict[str, int]:
        if self.where is Where.OWN:
            return {}
        return dict(_replacing(tuple(KINDS.values())).run(**self.given))


@cache
def _groups(kind: Kind, where: Where) -> list[Statement]:
    rows = recalled(kind, where)
    return [_reading(rows.filter(condition), kind, order) for condition, order in kind.recall_groups(LOOKUP)]


@cache
def _forward(kind: Kind, where: Where) -> list[Statement]:
    rows = recalled(kind, where)
    return [_reading(rows.filter(condition), kind, [F("updated_at").desc()]) for _, condition, _ in kind.recall_first]


@cache
def _named(kind: Kind, where: Where) -> Statement:
    return _reading(recalled(kind, where).filter(in_slot("pk", "keys")), kind, [])


def _reading(rows: QuerySet[Item], kind: Kind, order: Sequence[OrderBy]) -> Statement:
    left = rows.exclude(in_slot("pk", "taken")).order_by(*order, "-pk")
    return Statement("{} LIMIT {most}", entries(left).annotate(**kind.recall_marks(LOOKUP)))


@cache
def _replacing(kinds: tuple[Kind, ...]) -> Statement:
    shown = Q()
    for kind in kinds:
        shown |= Q(kind=kind.name) & kind.shown({}, NOW)
    targets = Relation.objects.filter(project=PLACE, relation="supersedes").values("target")
    rows = in_place(CALLER, PLACE).filter(superseded(), shown, pk__in=targets)
    return Statement("{}", rows.order_by().values_list("kind").annotate(Count("pk")))
