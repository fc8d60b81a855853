"""``manage.py backup FILE``"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from conderis.backups.take import take
from conderis.core.commands import OperatorCommand, Outcome


class Command(OperatorCommand):
    help = "Write the database into FILE, in pg_dump's custom format. The site may run meanwhile."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def act(self, **options: Any) -> Outcome:
        file: Path = options["file"].absolute()
        size = take(file)
        return Outcome({"file": str(file), "bytes": size}, (f"{file}: {size:,} bytes.",))
