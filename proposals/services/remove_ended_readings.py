"""Forget who had a proposal open."""

from django.utils import timezone

from proposals.models import Reading

BATCH = 1_000


def remove_ended_readings() -> int:
    """How many went: at most a thousand."""
    ended = Reading.objects.filter(until__lte=timezone.now()).values_list("pk", flat=True)
    gone, _ = Reading.objects.filter(pk__in=list(ended[:BATCH])).delete()
    return gone
