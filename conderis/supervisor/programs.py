"""The programs that `up` starts besides the servers."""

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from conderis.core.processes import Child
from conderis.supervisor.folder import DataFolder

_ROOT = Path(__file__).resolve().parents[2]  # where manage.py stands


def environment(folder: DataFolder, addresses: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """What the programs are told: our environment, with the addresses of the servers in use."""
    told = {**os.environ, **addresses, "CONDERIS_DATA": str(folder.path), "PYTHONUNBUFFERED": "1"}
    if "DATABASE_URL" not in given:  # a PGSSLMODE or PGOPTIONS of the caller is meant for another server
        told = {name: value for name, value in told.items() if not name.startswith("PG")}
    return told


def prepare(folder: DataFolder, told: Mapping[str, str]) -> Child:
    """The migrations and the demo, whose JSON waits in the pipe: its key belongs in no log."""
    demo = ["--demo"] if settings.LOAD_DEMO else []
    child = _python("manage.py prepare", ["manage.py", "prepare", *demo], folder.log("prepare"), told)
    child.piped = True
    return child


def web(folder: DataFolder, told: Mapping[str, str], descriptor: int) -> Child:
    """gunicorn on the listening socket ``descriptor``, which stays open while gunicorn is started again."""
    options = {
        "bind": f"fd://{descriptor}",
        "worker-class": "gthread",
        "workers": settings.WEB_WORKERS,
        "threads": settings.WEB_THREADS,
        "timeout": 60,  # seconds that a worker may be stuck as a whole
        "graceful-timeout": 5,
        "keep-alive": 30,  # agents call in bursts
        "log-level": "warning",
    }
    arguments = [f"--{name}={value}" for name, value in options.items()]
    told = {"CONDERIS_DB_POOL": str(settings.WEB_THREADS), **told}
    child = _python(
        "The web server",
        ["-m", "gunicorn", *arguments, "--preload", "--no-control-socket", "conderis.wsgi"],
        folder.log("web"),
        told,
    )
    child.descriptors = (descriptor,)
    child.stopping = ((signal.SIGTERM, 8.0),)
    return child


def worker(folder: DataFolder, told: Mapping[str, str]) -> Child:
    """One Celery worker with its beat."""
    options = {
        "schedule": folder.path / "celery" / "beat-schedule",
        "concurrency": settings.WORKER_PROCESSES,
        "loglevel": "WARNING",
    }
    arguments = [f"--{name}={value}" for name, value in options.items()]
    program = ["-m", "celery", "--app=conderis.celery", "worker", "--beat", *arguments]
    child = _python("The worker", [*program, "--without-gossip", "--without-mingle"], folder.log("worker"), told)
    # Asked twice it drops its tasks, which then go to the next worker (CELERY_TASK_ACKS_LATE).
    child.stopping = ((signal.SIGTERM, 5.0), (signal.SIGQUIT, 3.0))
    return child


def _python(name: str, arguments: list[str], log: Path, told: Mapping[str, str]) -> Child:
    return Child(name, [sys.executable, *arguments], log, _ROOT, told)
