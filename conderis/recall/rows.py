"""What recall may show of a kind."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import OrderBy

from conderis.core.actor import Actor
from items.access import visible
from items.kinds import Kind
from items.models import Item, Relation
from items.selectors.entries import entries
from items.states import now_text
from projects.models import Project


def recalled(actor: Actor, project: Project | None, kind: Kind, *, personal_too: bool = True) -> QuerySet[Item]:
    """What the kind's list shows, less what another item supersedes; the caller's personal ones among a project's."""
    place = Q(project=project) & visible(actor)
    if kind.personal and personal_too:
        place |= Q(project=None, owner_id=actor.user_id)
    shown = Item.objects.filter(place, kind.shown({}, now_text()), kind=kind.name, sealed=False)
    return shown.filter(~superseded(actor))


def superseded(actor: Actor) -> Q:
    """A private item supersedes for its author alone; an archived or locked one for nobody."""
    newer = Relation.objects.filter(
        visible(actor, "source__"),
        target=OuterRef("pk"),
        relation="supersedes",
        source__archived=False,
        source__sealed=False,
    )
    return Q(Exists(newer))


def best(rows: QuerySet[Item], kind: Kind, groups: list[tuple[Q, list[OrderBy]]], most: int) -> list[Item]:
    """The first ``most`` rows, group after group, each in its own order. At most one statement a group."""
    found: list[Item] = []
    for condition, order in groups:
        left = most - len(found)
        if left <= 0:
            break
        others = rows.filter(condition).exclude(pk__in=[item.pk for item in found])
        found += entries(others).annotate(**kind.recall_marks()).order_by(*order, "-pk")[:left]
    return found
