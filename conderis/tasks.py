"""Periodic upkeep of the site itself. What belongs to an app stands in the app's own tasks."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def remove_expired_sessions() -> None:
    """Sessions whose time is over are of no use to anyone but a thief."""
    call_command("clearsessions")
