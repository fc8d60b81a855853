"""An operator's command as a script runs it."""

import json
from dataclasses import dataclass
from io import StringIO
from typing import Any

from django.core.management import call_command


@dataclass(frozen=True)
class Ran:
    """What a command left behind: exit status, both streams, and stdout's last line as JSON where it is some."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.out.strip().splitlines()[-1])
        return data


def manage(name: str, *args: str) -> Ran:
    """``manage.py NAME ARGS…`` in this process. A status of 1 is a refusal."""
    out, err = StringIO(), StringIO()
    status = 0
    try:
        call_command(name, *args, stdout=out, stderr=err)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return Ran(status, out.getvalue(), err.getvalue())
