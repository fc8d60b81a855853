"""gunicorn's logs and the metrics' files. It reads this file in the folder that it's started in."""

import os
from typing import Any

from django.conf import settings

from conderis.core import metrics_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "conderis.settings")

logconfig_dict = settings.LOGGING


def on_starting(_server: Any) -> None:
    metrics_files.clear(settings.METRICS_FOLDER)


def child_exit(_server: Any, worker: Any) -> None:
    metrics_files.forget(settings.METRICS_FOLDER, worker.pid)
