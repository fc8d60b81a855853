"""The database and the broker of a run: those whose addresses are given, else the embedded ones."""

import time

from django.conf import settings

from conderis import embedded
from conderis.supervisor.crew import Crew
from conderis.supervisor.folder import DataFolder
from conderis.supervisor.report import say


def start_servers(crew: Crew, folder: DataFolder) -> dict[str, str]:
    """Start what isn't given; returns DATABASE_URL and REDIS_URL. Raises StartError, OSError."""
    begin = time.monotonic()
    addresses = dict(settings.GIVEN_ADDRESSES)
    started = []
    if "DATABASE_URL" not in addresses:
        log = folder.log("postgres")
        postgres = embedded.start_postgres(folder.path, log=log, say=say, cancelled=crew.asked.is_set)
        crew.take_server(postgres.child, vital=True)
        addresses["DATABASE_URL"] = postgres.url
        started.append("PostgreSQL")
    if "REDIS_URL" not in addresses:
        valkey = embedded.start_valkey(folder.path, log=folder.log("valkey"), cancelled=crew.asked.is_set)
        crew.take_server(valkey.child, vital=False)
        addresses["REDIS_URL"] = valkey.url
        started.append("Valkey")
    if started:
        say(f"{' and '.join(started)} started in {time.monotonic() - begin:.1f} s; the data is in {folder.path}.")
    return addresses
