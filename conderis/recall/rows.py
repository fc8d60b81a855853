"""What recall may show of a kind."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from conderis.core.actor import Actor
from items.access import visible
from items.kinds import KINDS, Kind
from items.kinds.base import Lookup
from items.models import Item, Relation
from items.selectors.counts import count_of
from items.selectors.entries import entries
from items.selectors.listing import in_place
from items.states import now_text
from projects.models import Project


def recalled(actor: Actor, project: Project | None, kind: Kind) -> QuerySet[Item]:
    """What the kind's list shows in a project, or among the caller's own, less what another item supersedes."""
    shown = in_place(actor, project).filter(kind.shown({}, now_text()), kind=kind.name)
    return shown.filter(~superseded(actor)) if project is not None else shown


class Totals:
    """How many items there are for one recall, each kind counted once, when it is first asked for."""

    def __init__(self, actor: Actor, project: Project | None) -> None:
        self._actor, self._project = actor, project
        self._shown: dict[str, int] = {}
        self._replaced: dict[str, int] | None = None

    def shown(self, kind: Kind) -> int:
        """What the kind's list shows."""
        if kind.name not in self._shown:
            self._shown[kind.name] = count_of(self._actor, self._project, kind)
        return self._shown[kind.name]

    def recalled(self, kind: Kind) -> int:
        """How many `recalled` gives. What is superseded is little, so that the rest is counted from the index alone."""
        if self._project is None:
            return self.shown(kind)
        if self._replaced is None:
            self._replaced = self._count_replaced(self._project)
        return self.shown(kind) - self._replaced.get(kind.name, 0)

    def _count_replaced(self, project: Project) -> dict[str, int]:
        now = now_text()
        shown = Q()
        for kind in KINDS.values():
            shown |= Q(kind=kind.name) & kind.shown({}, now)
        targets = Relation.objects.filter(project=project, relation="supersedes").values("target")
        rows = in_place(self._actor, project).filter(superseded(self._actor), shown, pk__in=targets)
        return dict(rows.order_by().values_list("kind").annotate(Count("pk")))


def superseded(actor: Actor) -> Q:
    """A private item supersedes for its author alone; an archived, expired or locked one for nobody."""
    newer = Relation.objects.filter(
        visible(actor, "source__"),
        Q(source__expires_at__isnull=True) | Q(source__expires_at__gt=now_text()),
        target=OuterRef("pk"),
        relation="supersedes",
        source__archived=False,
        source__sealed=False,
    )
    return Q(Exists(newer))


def best(rows: QuerySet[Item], kind: Kind, lookup: Lookup, most: int) -> list[Item]:
    """The first ``most`` rows, group after group, each in its own order. At most one statement a group."""
    found: list[Item] = []
    if most <= 0:
        return found
    marks = kind.recall_marks(lookup)
    for condition, order in kind.recall_groups(lookup):
        left = most - len(found)
        if left <= 0:
            break
        others = rows.filter(condition).exclude(pk__in=[item.pk for item in found])
        found += entries(others).annotate(**marks).order_by(*order, "-pk")[:left]
    return found
