"""Reading a request's body within bounds of size and time."""

from django.conf import settings
from django.http import HttpRequest
from gunicorn.http.errors import ParseException

from conderis.core.errors import TooLarge
from conderis.mcp.jsonrpc import INVALID_REQUEST, PARSE_ERROR, ProtocolError

PATIENCE = 30  # seconds without a byte before a half-sent body is given up


def refuse_large(request: HttpRequest) -> None:
    """ProtocolError with HTTP 413 for a declared length over the bound, before a byte is read."""
    if _declared(request) > settings.MAX_BODY:
        raise _too_large()


def read(request: HttpRequest) -> bytes:
    """The whole body, a chunked one too. ProtocolError: 413 over the bound, 408 and 400 for one that stops arriving.

    Read from the server's own stream: Django takes what has no Content-Length for empty and hides why a read failed.
    """
    chunked = not request.META.get("CONTENT_LENGTH") and request.META.get("wsgi.input_terminated")
    wanted = settings.MAX_BODY + 1 if chunked else _declared(request)
    connection = request.META.get("gunicorn.socket")
    try:
        if connection is not None:
            connection.settimeout(PATIENCE)
        body: bytes = request.META["wsgi.input"].read(wanted)
        if connection is not None:
            connection.settimeout(None)
    except TimeoutError:
        raise ProtocolError(INVALID_REQUEST, "The body didn't arrive in time.", status=408) from None
    except (OSError, ParseException):
        raise ProtocolError(PARSE_ERROR, "The body didn't arrive whole.", status=400) from None
    if len(body) > settings.MAX_BODY:
        raise _too_large()
    return body


def _declared(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() else 0


def _too_large() -> ProtocolError:
    bound = f"{settings.MAX_BODY} bytes"
    refusal = TooLarge(f"A request's body may hold at most {bound}; send less at once.", limit=f"body: {bound}")
    return ProtocolError(INVALID_REQUEST, refusal.message, status=413, data=refusal.as_dict())
