"""``manage.py export_erasures FILE``"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from conderis.core.commands import OperatorCommand, Outcome
from privacy.services.export_erasures import export_erasures


class Command(OperatorCommand):
    help = "Write the ledger of erasures, ids alone, into FILE: one JSON object a line."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def act(self, **options: Any) -> Outcome:
        file: Path = options["file"].absolute()
        count = export_erasures(file)
        return Outcome({"file": str(file), "erasures": count}, (f"{file}: {count} erasures.",))
