"""The address that people and agents use."""

import errno
import http.client
import json
import socket
from typing import Any


class NoDoor(Exception):
    """We can't listen there; the text says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises NoDoor."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"Port {port} of {host} is taken by another program. Choose another one: PORT={port + 1} make up"
        elif error.errno == errno.EACCES:
            text = f"Port {port} needs root rights. Choose one above 1023: PORT=8000 make up"
        else:
            text = f"CONDERIS_BIND={host} isn't an address of this machine. Without it, 127.0.0.1 is used."
        raise NoDoor(text) from None


def readiness(host: str, port: int, name: str) -> dict[str, Any] | None:
    """What /readyz answers under the site's ``name``; None while nothing answers. Takes 10 seconds at most."""
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(local, port, timeout=10)
    try:
        connection.request("GET", "/readyz", headers={"Host": name})
        answer = json.loads(connection.getresponse().read(10_000))
    except (OSError, http.client.HTTPException):
        return None
    except ValueError:
        return {}  # it lives; what it said isn't ours to judge
    finally:
        connection.close()
    return answer if isinstance(answer, dict) else {}
