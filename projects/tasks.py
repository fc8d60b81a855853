"""What the beat starts."""

from celery import shared_task

from projects.services import remove_expired_invitations as expired


@shared_task
def remove_expired_invitations() -> None:
    """Forget a batch of invitations whose time is over."""
    expired.remove_expired_invitations()
