"""The Celery application: `celery -A conderis.celery worker --beat`."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "conderis.settings")

app = Celery("conderis")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Missed while nothing ran, a daily task runs at the next start.
app.conf.beat_schedule = {
    "remove-expired-sessions": {
        "task": "conderis.tasks.remove_expired_sessions",
        "schedule": crontab(hour=3, minute=10),
    },
}
