"""Who else has a proposal open."""

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from conderis.core.actor import Actor
from proposals.models import Proposal, Reading

NAMED_MOST = 3


class Reader(NamedTuple):
    """Someone's claim, and when it ends unless it is said again."""

    name: str
    until: datetime


def other_readers(actor: Actor, proposal: Proposal) -> list[Reader]:
    """At most three, the latest first. One query."""
    open_now = Reading.objects.filter(proposal=proposal, until__gt=timezone.now()).exclude(user=actor.user_id)
    return [Reader(*row) for row in open_now.order_by("-until").values_list("user__name", "until")[:NAMED_MOST]]
