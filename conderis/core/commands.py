"""What the operator commands share: ``--json``, and refusals in one plain sentence instead of a traceback."""

import io
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import psycopg.errors
from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, ProgrammingError

from conderis.core.errors import Refusal

_NOT_MIGRATED = (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did: for people as ``lines``, for scripts as ``data``."""

    data: Mapping[str, Any]
    lines: tuple[str, ...]


class OperatorCommand(BaseCommand):
    """A command that carries out ``act``. With ``--json`` stdout's last line is one JSON object.

    A refusal is one sentence on stderr (with ``--json`` its JSON object on stdout too) and exit status 1;
    arguments that can't be parsed are argparse's usage and 2.
    """

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object as the last line of stdout")
        self.arguments(parser)

    def arguments(self, parser: CommandParser) -> None:
        """The command's own arguments."""

    def act(self, **options: Any) -> Outcome:
        """Do it. Raises a Refusal for what can't be done."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        if isinstance(sys.stdout, io.TextIOWrapper):  # a name that the terminal can't show is no reason to fail
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            outcome = self.act(**options)
        except Refusal as refusal:
            self._stop(refusal.message, refusal.as_dict(), options["json"])
        except ProgrammingError as error:
            if not isinstance(error.__cause__, _NOT_MIGRATED):
                raise
            self._unavailable("The database has no tables of this version yet: run manage.py migrate.", options["json"])
        except OperationalError:
            hint = "Start `make up`, or check DATABASE_URL."
            self._unavailable(f"The database doesn't answer. {hint}", options["json"])
        for line in [json.dumps(outcome.data)] if options["json"] else outcome.lines:
            self.stdout.write(line)

    def note(self, line: str) -> None:
        """A remark for the operator on stderr, which no script has to parse."""
        self.stderr.write(line)

    def _unavailable(self, message: str, as_json: bool) -> NoReturn:
        self._stop(message, {"error": "unavailable", "message": message}, as_json)

    def _stop(self, message: str, data: Mapping[str, Any], as_json: bool) -> NoReturn:
        self.stderr.write(message)
        if as_json:
            self.stdout.write(json.dumps(data))
        raise SystemExit(1)
