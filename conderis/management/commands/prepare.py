"""`manage.py prepare`: what has to be done before it serves, to the database and the static files. `up` runs this."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from conderis.web.static import collect


class Command(BaseCommand):
    help = "Migrate the database, collect static files and, with --demo, make the demo where there is none."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="print load_demo's JSON as the last line of stdout")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Progress goes to stderr. One process for all: loading Django takes longer than any."""
        call_command("migrate", "--no-input", stdout=self.stderr)
        collect()
        if options["demo"]:
            call_command("load_demo", "--json", stdout=self.stdout)
