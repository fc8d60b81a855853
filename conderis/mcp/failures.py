"""What a client hears, and a log holds, of an error that nobody foresaw: never its text, which may quote a content."""

import logging

from django.db import InterfaceError, OperationalError

from conderis.core.records import places_of
from conderis.mcp.jsonrpc import INTERNAL_ERROR, ProtocolError

logger = logging.getLogger(__name__)

UNREACHED = "The store is unavailable just now; nothing was stored. Try again."
# A connection lost within a commit leaves open whether it took place: no text may promise that it didn't.
LOST = "The store is unavailable just now. Try again; what this call was to change, read first: it may be stored."
UNFORESEEN = "Something failed on the server. Try again; what this call was to change, read first: it may be stored."


def unforeseen(error: Exception, *, begun: bool) -> ProtocolError:
    """Log an unforeseen error's class and place; give the one that stands for it.

    ``begun`` says whether the caller was known already, so that a tool may have run. Before that an
    unavailable store is HTTP 503: it must not read as a key that isn't valid.
    """
    logger.error("%s at %s", type(error).__qualname__, " > ".join(places_of(error.__traceback__)))
    if not isinstance(error, OperationalError | InterfaceError):
        return ProtocolError(INTERNAL_ERROR, UNFORESEEN)
    return ProtocolError(INTERNAL_ERROR, LOST) if begun else ProtocolError(INTERNAL_ERROR, UNREACHED, status=503)
