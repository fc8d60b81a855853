"""Forget mails that nobody tries to send any more."""

from datetime import timedelta

from django.utils import timezone

from conderis.outbox.models import Mail

KEPT = timedelta(days=7)  # so long an operator sees that a mail was sent, or wasn't
BATCH = 1_000


def remove_old() -> int:
    """How many rows went: at most a thousand."""
    old = Mail.objects.filter(next_try_at=None, created_at__lt=timezone.now() - KEPT)
    gone, _ = Mail.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()
    return gone
