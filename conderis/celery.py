"""The Celery application: `celery -A conderis.celery worker --beat`."""

import os
import time
from typing import Any

from celery import Celery, Task
from celery.schedules import crontab
from celery.signals import setup_logging, task_postrun, task_prerun
from django.conf import settings

from conderis.core import logs, metrics_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "conderis.settings")
metrics_files.use(settings.METRICS_FOLDER)  # before anything imports the metrics

app = Celery("conderis")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Missed while nothing ran, a daily task runs at the next start.
app.conf.beat_schedule = {
    "remove-expired-sessions": {
        "task": "conderis.tasks.remove_expired_sessions",
        "schedule": crontab(hour=3, minute=10),
    },
    "remove-expired-invitations": {
        "task": "projects.tasks.remove_expired_invitations",
        "schedule": crontab(hour=3, minute=20),
    },
    "remove-ended-readings": {
        "task": "proposals.tasks.remove_ended_readings",
        "schedule": crontab(minute=50),
    },
    "send-mails": {
        "task": "conderis.outbox.tasks.send_mails",
        "schedule": crontab(),
        "options": {"expires": 60},  # while no worker runs they don't pile up
    },
    "remove-old-mails": {
        "task": "conderis.outbox.tasks.remove_old_mails",
        "schedule": crontab(minute=40),
    },
    "prove-erasures": {
        "task": "privacy.tasks.prove_erasures",
        "schedule": crontab(),
        "options": {"expires": 60},
    },
    "scrub-files": {
        "task": "privacy.tasks.scrub_files",
        "schedule": crontab(hour="2-5", minute=30),  # the later ones for a night on which the first is in the way
    },
    "remind-deciders": {
        "task": "privacy.tasks.remind_deciders",
        "schedule": crontab(minute=50),
    },
}


@setup_logging.connect
def leave_logging(**_: Any) -> None:
    """Who answers this signal has Celery leave logging as the settings have it."""


@task_prerun.connect
def note_begin(task: Task, **_: Any) -> None:
    task.request.began = time.perf_counter()


@task_postrun.connect
def note_end(task: Task, state: str | None = None, **_: Any) -> None:
    """A line in the log and a count for each task; what it failed of, Celery logs."""
    from conderis.core import metrics  # noqa: PLC0415  once the folder of its files is settled

    seconds = time.perf_counter() - task.request.began
    outcome = "ok" if state == "SUCCESS" else "failed"
    metrics.TASKS.labels(task.name, outcome).inc()
    metrics.TASK_SECONDS.labels(task.name).observe(seconds)
    logs.line("task", task=task.name, outcome=outcome, ms=round(seconds * 1000, 1))
