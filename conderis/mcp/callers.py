"""Who may speak to the endpoint at all: this site's pages or no browser, and the holder of a key."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from conderis.accounts.selectors import actor_for_key
from conderis.core.actor import Actor
from conderis.mcp.jsonrpc import INVALID_REQUEST, ProtocolError

CHALLENGE = 'Bearer realm="conderis"'


def refuse_method(request: HttpRequest) -> None:
    """ProtocolError with HTTP 405 for all but POST: there is no stream to open with GET and no session to DELETE."""
    if request.method != "POST":
        raise ProtocolError(INVALID_REQUEST, "This endpoint takes POST alone.", status=405, headers={"Allow": "POST"})


def refuse_foreign(request: HttpRequest) -> None:
    """ProtocolError with HTTP 403 for a browser on another site's page (the MCP specification's rule on ``Origin``).

    A page that rebinds its own name to our address comes with its own host: that is no host of ours
    unless every host is, and then this site's configured address alone counts.
    """
    origin = request.META.get("HTTP_ORIGIN")
    if origin is None or origin == _origin(settings.PUBLIC_URL):
        return
    if "*" in settings.ALLOWED_HOSTS or origin != f"{request.scheme}://{request.get_host()}":
        raise ProtocolError(INVALID_REQUEST, "A page of another site may not call this endpoint.", status=403)


def actor_of(request: HttpRequest) -> Actor:
    """Whoever holds the request's bearer key; ProtocolError with HTTP 401 and RFC 6750's challenge for anyone else."""
    scheme, _, key = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() != "bearer":
        raise _unauthorized("Send the key of an agent as: Authorization: Bearer KEY", CHALLENGE)
    actor = actor_for_key(key.strip(" "))
    if actor is None:
        raise _unauthorized("This key is not valid; it may have been revoked.", f'{CHALLENGE}, error="invalid_token"')
    return actor


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _unauthorized(message: str, challenge: str) -> ProtocolError:
    return ProtocolError(INVALID_REQUEST, message, status=401, headers={"WWW-Authenticate": challenge})
