"""`manage.py up`: everything that a person needs to run Conderis, in one command."""

from typing import Any

from django.core.management.base import BaseCommand

from conderis.supervisor import run


class Command(BaseCommand):
    help = "Run Conderis: the database, the broker, the web server and the worker, until Ctrl-C."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        raise SystemExit(run())
