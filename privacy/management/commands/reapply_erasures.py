"""``manage.py reapply_erasures [FILE]``"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from conderis.core.commands import OperatorCommand, Outcome
from conderis.core.errors import Invalid
from privacy.services.reapply_erasures import reapply_erasures


class Command(OperatorCommand):
    help = (
        "Erase again what was erased before, after a backup was restored: what FILE of export_erasures says, else the "
        "database's own ledger. A second time there is nothing to do."
    )

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, nargs="?")

    def act(self, **options: Any) -> Outcome:
        file: Path | None = options["file"]
        done = reapply_erasures(_lines(file) if file is not None else None)
        said = f"{done.read} erasures replayed: {done.erased} found something to erase."
        return Outcome({"erasures": done.read, "erased": done.erased}, (said,))


def _lines(file: Path) -> list[str]:
    try:
        return [line for line in file.read_text().splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError):
        raise Invalid("file", f"{file} can't be read.") from None
