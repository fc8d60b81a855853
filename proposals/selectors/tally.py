"""How many proposals someone decided today, and how quickly one after the other."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from django.utils import timezone

from conderis.core.actor import Actor
from proposals.models import Proposal

PAUSE = timedelta(minutes=5)  # between two decisions: as long a time wasn't spent on the second
TOGETHER = timedelta(milliseconds=300)  # so close they were decided as a group
FEW = 5  # times: fewer say nothing


@dataclass(frozen=True, slots=True)
class Tally:
    """``seconds`` is the median time from one decision to the next, None where there are too few."""

    count: int
    seconds: float | None = None


def decided_today(actor: Actor) -> Tally:
    """What the person decided by themselves since midnight, UTC. One query."""
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    decided = Proposal.objects.filter(decided_by=actor.user_id, decided_agent=None, decided_at__gte=midnight)
    decided = decided.filter(status__in=(Proposal.Status.APPROVED, Proposal.Status.REJECTED))
    return tally([at for at in decided.order_by("decided_at").values_list("decided_at", flat=True) if at])


def tally(moments: list[datetime]) -> Tally:
    """Of decisions in their order."""
    gaps = [after - before for before, after in pairwise(moments)]
    times = [gap.total_seconds() for gap in gaps if TOGETHER <= gap < PAUSE]
    return Tally(len(moments), median(times) if len(times) >= FEW else None)
