"""Which pg_dump, pg_restore and psql are used, and what they are told of the server."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.db import connection

from conderis.core.errors import Refusal
from conderis.embedded import StartError
from conderis.embedded.cluster import program as embedded_program

_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "PGPASSFILE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY")
_ALSO = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}
_OPTIONS = {
    "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE", "channel_binding": "PGCHANNELBINDING", "connect_timeout": "PGCONNECT_TIMEOUT",
}  # fmt: skip


class Unavailable(Refusal):
    """A program isn't there or too old, or it failed."""

    code = "unavailable"


def client(name: str) -> str:
    """The program's path. Raises Unavailable when there is none that is as new as the server."""
    connection.ensure_connection()
    [server, *_] = connection.get_database_version()
    found = {path: _major(path) for path in _candidates(name)}
    for path, major in found.items():
        if major >= server:
            return path
    seen = f"the newest here is of version {max(found.values())}" if found else "there is none here"
    hint = f"Install postgresql-client-{server}, or conderis[embedded]."
    raise Unavailable(f"It takes {name} of PostgreSQL {server}, and {seen}. {hint}")


def environment() -> dict[str, str]:
    """How the programs reach the database. The password is in no command line."""
    told = {name: value for name, value in os.environ.items() if name in _KEPT}
    given = connection.settings_dict
    told |= {variable: str(given[name]) for name, variable in _ALSO.items() if given.get(name)}
    options = given.get("OPTIONS") or {}
    told |= {variable: str(options[name]) for name, variable in _OPTIONS.items() if options.get(name)}
    return told | {"PGAPPNAME": "conderis"}


def _candidates(name: str) -> Iterator[str]:
    try:
        inside = embedded_program(name)
        if inside.is_file():
            yield str(inside)
    except StartError:
        pass
    for folder in os.get_exec_path():
        path = shutil.which(name, path=folder)
        if path is not None:
            yield str(Path(path))


def _major(path: str) -> int:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\b(\d+)(?:\.\d+|\w*\d)*\b", said.partition("PostgreSQL")[2])
    return int(found[1]) if found else 0
