"""What the beat starts."""

from celery import shared_task

from proposals.services import remove_ended_readings as ended


@shared_task
def remove_ended_readings() -> None:
    """Forget a batch of readings that have ended."""
    ended.remove_ended_readings()
