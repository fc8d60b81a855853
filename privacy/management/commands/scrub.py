"""``manage.py scrub``"""

from typing import Any

from conderis.core.commands import OperatorCommand, Outcome
from privacy.services.scrub import scrub

_SAYS = """Rewrite the tables that held erased content, with their indexes, and recycle the write-ahead log, so that it
leaves the database's files too. Does nothing when nothing was erased since the last time. Each table is locked while it
is rewritten; nobody waits for more than 0.3 s before that begins. It can be broken off and goes on where it was."""


class Command(OperatorCommand):
    help = _SAYS

    def act(self, **_options: Any) -> Outcome:
        done = scrub(self.note)
        for line in done.left:
            self.note(line)
        line = f"{len(done.tables)} tables rewritten, {done.freed:,} bytes freed." if done.tables else "Nothing to do."
        return Outcome({"tables": done.tables, "bytesFreed": done.freed}, (line,))
