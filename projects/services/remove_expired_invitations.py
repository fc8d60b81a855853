"""Forget invitations that nobody accepted in time, and with them the addresses."""

from django.utils import timezone

from projects.models import Invitation

BATCH = 1_000


def remove_expired_invitations() -> int:
    """How many went: at most a thousand."""
    expired = Invitation.objects.filter(expires_at__lte=timezone.now()).values_list("pk", flat=True)
    gone, _ = Invitation.objects.filter(pk__in=list(expired[:BATCH])).delete()
    return gone
