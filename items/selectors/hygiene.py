"""What a project should tidy up: each fault is one indexed query, to count or to list."""

from datetime import datetime, timedelta
from functools import cache

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.statements import Slot, Statement
from items.access import visible
from items.kinds import KINDS, Kind
from items.kinds.base import Json
from items.kinds.fields import AUTO
from items.models import Item, Relation, Version
from items.selectors.entries import entries, short
from items.selectors.listing import in_place
from items.selectors.slots import CALLER, NOW, PLACE, given
from items.states import now_text
from projects.models import Project

LONG_BLOCKED = timedelta(days=30)
FAULTS = ("stale", "contradicting", "expired", "autoSummaries", "longBlocked")  # as project_get names them
_ANY = "any"
_COUNTS = f"""
    WITH faulty (fault, item) AS ({" UNION ALL ".join("{}" for _ in FAULTS)})
    SELECT fault, count(*) FROM faulty GROUP BY fault
    UNION ALL SELECT '{_ANY}', count(DISTINCT item) FROM faulty
"""  # noqa: S608  nothing in it comes from outside


def hygiene(actor: Actor, project: Project) -> dict[str, int]:
    """The counts of the faults that the caller may see, and the score: 100 less the percentage of items with one,
    rounded down to whole. One query, two where there is a fault."""
    kinds, filled = tuple(KINDS.values()), given(actor, project)
    found = dict(_counts(kinds).run(**filled, long_ago=_long_ago()))
    score = 100
    if found[_ANY]:
        [[tidied]] = _counting_tidied(kinds).run(**filled)
        score = 100 - -(-100 * found[_ANY] // tidied)
    return {"score": score, **{fault: found.get(fault, 0) for fault in FAULTS}}


def fault_entries(actor: Actor, project: Project, fault: str, *, limit: int, offset: int = 0) -> Json:
    """Short entries, with their kinds, of what has the fault, the latest change first, and how many there are in all.

    At most three queries. Raises Invalid for another fault than ``FAULTS``.
    """
    if fault not in FAULTS:
        raise Invalid("fault", f"fault must be one of {', '.join(FAULTS)}.", allowed=list(FAULTS))
    rows = _faulty(actor, project, tuple(KINDS.values()), now_text(), _long_ago())[fault]
    page = entries(rows).order_by("-updated_at", "-pk")[offset : offset + limit]
    return {"items": [short(actor, item, with_kind=True) for item in page], "total": rows.count()}


def _faulty(
    actor: Actor, project: Project, kinds: tuple[Kind, ...], now: str, long_ago: datetime | Value
) -> dict[str, QuerySet[Item]]:
    """The items with each fault that the caller may see."""
    rows = _tidied(actor, project, kinds)
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
        "expired": rows.filter(expires_at__lte=now),
        "autoSummaries": rows.filter(summary__startswith=AUTO),
        "longBlocked": rows.filter(status="blocked").alias(blocked_at=blocked_at).filter(blocked_at__lt=long_ago),
    }


def _tidied(actor: Actor, project: Project, kinds: tuple[Kind, ...]) -> QuerySet[Item]:
    """What hygiene looks at: everything that isn't put away."""
    return in_place(actor, project).filter(kind__in=[kind.name for kind in kinds if kind.listed], archived=False)


@cache
def _counts(kinds: tuple[Kind, ...]) -> Statement:
    faulty = _faulty(CALLER, PLACE, kinds, NOW, Value(Slot("long_ago")))
    return Statement(_COUNTS, *(faulty[fault].annotate(fault=Value(fault)).values("fault", "pk") for fault in FAULTS))


@cache
def _counting_tidied(kinds: tuple[Kind, ...]) -> Statement:
    return Statement("SELECT count(*) FROM ({}) AS tidied", _tidied(CALLER, PLACE, kinds).values("pk"))


def _long_ago() -> datetime:
    return timezone.now() - LONG_BLOCKED
