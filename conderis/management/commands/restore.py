"""``manage.py restore FILE``"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from conderis.backups.restore import restore
from conderis.core.commands import OperatorCommand, Outcome
from conderis.core.errors import Conflict


class Command(OperatorCommand):
    help = (
        "Replace the database by the backup FILE, in one transaction, then erase again what was erased since: the "
        "ledger of erasures is kept beside FILE. On a terminal it asks first."
    )

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--force", action="store_true", help="don't ask")

    def act(self, **options: Any) -> Outcome:
        file: Path = options["file"].absolute()
        if not options["force"] and sys.stdin.isatty():
            self.note("Everything that was stored since this backup will be lost. Type restore to go on:")
            if sys.stdin.readline().strip() != "restore":
                raise Conflict("Nothing was restored.")
        done = restore(file, self.note)
        lines = [f"{file} is restored. Keys of agents, members and passwords are as they were then, too."]
        if done.ledger is not None:
            lines.append(f"{done.again.read} erasures replayed: {done.again.erased} were in it and are gone again.")
        if done.again.erased:
            lines.append("Run manage.py scrub, or let the worker do it at night, and they leave the files as well.")
        data = {
            "file": str(file),
            "ledger": str(done.ledger) if done.ledger is not None else None,
            "erasures": done.again.read,
            "erased": done.again.erased,
        }
        return Outcome(data, tuple(lines))
