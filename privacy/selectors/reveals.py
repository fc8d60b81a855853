"""Who looked at what is sealed, and when."""

from dataclasses import dataclass
from datetime import datetime

from conderis.accounts.selectors import FORMER_MEMBER, people
from privacy.models import DeletionRequest

SHOWN_MOST = 20


@dataclass(frozen=True, slots=True)
class Look:
    name: str
    at: datetime


def reveals_of(request: DeletionRequest) -> tuple[list[Look], int]:
    """The newest first, and how many there were. At most three queries."""
    rows = request.reveals.order_by("-pk")
    shown = list(rows.values_list("user", "at")[:SHOWN_MOST])
    names = people(user for user, _ in shown)
    looks = [Look(names.get(user, FORMER_MEMBER), at) for user, at in shown]
    return looks, len(looks) if len(looks) < SHOWN_MOST else rows.count()
