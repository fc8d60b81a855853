"""How long a browser stays signed in."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

Handler = Callable[[HttpRequest], HttpResponse]
_KEPT = "kept"  # the day on which the session was saved last


def keep_signed_in(get_response: Handler) -> Handler:
    """Who comes by has the whole SESSION_COOKIE_AGE before them again. The session is saved on the first visit of a day
    and not on the others, since each would cost a write."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session:
            today, kept = timezone.now().date().isoformat(), session.get(_KEPT)
            if session.modified or kept not in (None, today):
                session[_KEPT] = today
        return response

    return middleware
