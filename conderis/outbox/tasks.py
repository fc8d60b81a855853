"""What the beat starts. Without a mail server the worker prints what may stand in a log."""

from celery import shared_task

from conderis.outbox.services.remove_old import remove_old
from conderis.outbox.services.send_due import send_due


@shared_task
def send_mails() -> None:
    """Send a batch of what is due."""
    send_due()


@shared_task
def remove_old_mails() -> None:
    """Forget a batch of what was sent or given up a week ago."""
    remove_old()
