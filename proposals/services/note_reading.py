"""Say that someone has a proposal open, and that they went on."""

from datetime import timedelta

from django.utils import timezone

from conderis.core.actor import Actor
from proposals.models import Proposal, Reading

LASTS = timedelta(minutes=2)  # a page that is open says it again every half minute


def note_reading(*, actor: Actor, proposal: Proposal) -> None:
    """A soft claim on a proposal that came through the door: others see it, it ends by itself. One query."""
    claim = Reading(proposal=proposal, user_id=actor.user_id, until=timezone.now() + LASTS)
    Reading.objects.bulk_create(
        [claim], update_conflicts=True, unique_fields=["proposal", "user"], update_fields=["until"]
    )


def end_reading(*, actor: Actor, proposal: Proposal) -> None:
    """The caller went on without deciding. One query."""
    Reading.objects.filter(proposal=proposal, user=actor.user_id).delete()
