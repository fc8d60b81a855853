"""What a project should tidy up: each fault is one indexed query, to count or to list."""

from datetime import timedelta

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest
from django.utils import timezone

from conderis.core.actor import Actor
from items.access import visible
from items.kinds import KINDS
from items.kinds.fields import AUTO
from items.models import Item, Relation, Version
from items.selectors.listing import in_place
from items.states import now_text
from projects.models import Project

LONG_BLOCKED = timedelta(days=30)


def faulty(actor: Actor, project: Project) -> dict[str, QuerySet[Item]]:
    """The items with each fault that the caller may see, by the fault's name in project_get."""
    rows = _tidied(actor, project)
    related = Relation.objects.filter(visible(actor, "source__"), visible(actor, "target__"), project=project)
    contradict = related.filter(
        relation="contradicts",
        source__archived=False,
        source__sealed=False,
        target__archived=False,
        target__sealed=False,
    )
    changed = Q(target__updated_at__gt=Greatest(F("source__updated_at"), F("created_at")))
    outdated = related.filter(changed | Q(target__archived=True) | Q(target__sealed=True), relation="derived_from")
    since = Version.objects.filter(item=OuterRef("pk"), changed_fields__contains=["status"]).order_by()
    blocked_at = Subquery(since.values("item").annotate(at=Max("at")).values("at"))
    return {
        "stale": rows.filter(pk__in=outdated.values("source")),
        "contradicting": rows.filter(pk__in=contradict.values("source").union(contradict.values("target"))),
        "expired": rows.filter(expires_at__lte=now_text()),
        "autoSummaries": rows.filter(summary__startswith=AUTO),
        "longBlocked": rows.filter(status="blocked")
        .annotate(blocked_at=blocked_at)
        .filter(blocked_at__lt=timezone.now() - LONG_BLOCKED),
    }


def hygiene(actor: Actor, project: Project) -> dict[str, int]:
    """The counts of the faults, and the score: 100 less the percentage of items with one, rounded down to whole."""
    faults = faulty(actor, project)
    found = {name: rows.count() for name, rows in faults.items()}
    score = 100
    if any(found.values()):
        first, *others = (rows.order_by().values("pk") for rows in faults.values())
        with_fault = first.union(*others).count()
        score = 100 - -(-100 * with_fault // max(_tidied(actor, project).count(), 1))
    return {"score": score, **found}


def _tidied(actor: Actor, project: Project) -> QuerySet[Item]:
    """What hygiene looks at: everything that isn't put away."""
    kinds = [kind.name for kind in KINDS.values() if kind.listed]
    return in_place(actor, project).filter(kind__in=kinds, archived=False)
