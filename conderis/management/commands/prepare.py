"""`manage.py prepare`: what has to be done to the database before it serves. `up` runs this."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Migrate the database and, with --demo, make the demo where there is none."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="print load_demo's JSON as the last line of stdout")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Progress goes to stderr. One process for both: loading Django takes longer than either."""
        call_command("migrate", "--no-input", stdout=self.stderr)
        if options["demo"]:
            call_command("load_demo", "--json", stdout=self.stdout)
