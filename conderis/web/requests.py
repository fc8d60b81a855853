"""A line in the log and a count for each HTTP request, and an id to find it by."""

import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from conderis.core import logs, metrics
from conderis.core.ids import is_id

_IDENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{7,63}")  # a UUID, a trace id, a proxy's counter
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

IDENT = "conderis.request"

Handler = Callable[[HttpRequest], HttpResponse]


def observe_requests(get_response: Handler) -> Handler:
    """The outermost middleware. X-Request-ID of a proxy in front is kept, when it looks like one, and sent back."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        sent = request.META.get("HTTP_X_REQUEST_ID", "")
        ident = sent if _IDENT.fullmatch(sent) else uuid.uuid4().hex
        about = logs.begin(request=ident)
        request.META[IDENT] = ident  # error pages show it
        try:
            response = get_response(request)
            response["X-Request-ID"] = ident
            if request.method == "HEAD" and not response.streaming:
                response.content = b""  # its length stays as it was said; gunicorn complains of the rest
            metrics.REQUESTS.labels(response.status_code).inc()
            logs.line(
                "request",
                method=request.method if request.method in _METHODS else None,
                path=shown_path(request),
                status=response.status_code,
                ms=round((time.perf_counter() - began) * 1000, 1),
                user=_user(request),
                **about,
            )
        finally:
            logs.end()
        return response

    return middleware


def shown_path(request: HttpRequest) -> str | None:
    """The route with its ids and numbers: whatever else an address may hold is a caller's text. None for no route."""
    match = request.resolver_match
    if match is None:
        return None

    def shown(parameter: re.Match[str]) -> str:
        value = match.kwargs.get(parameter[1])
        return str(value) if isinstance(value, int) or is_id(value) else "…"

    return "/" + _PARAMETER.sub(shown, match.route)


def _user(request: HttpRequest) -> str | None:
    """Who is signed in, when the request needed to know; no query for the log's sake."""
    user = getattr(request, "_cached_user", None)
    return str(user.pk) if user is not None and user.is_authenticated else None
