"""How a button answers: one service is called, then the page comes back and says what became of it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from conderis.core.errors import Denied, NotFound, Refusal
from conderis.web.notices import tell, warn


def go(address: str) -> HttpResponse:
    """To another page after something was done, with GET whatever the method was."""
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)


def carry_out(
    request: HttpRequest,
    service: Callable[..., Any],
    *,
    said: str | Callable[[Any], str],
    back: str,
    stay: str = "",
    **arguments: Any,
) -> HttpResponse:
    """Call the service and go ``back`` with ``said`` as a notice, or, refused, to ``stay`` with the refusal's sentence.

    ``said`` may be made of what the service answered.
    Raises NotFound and Denied, which are pages of their own.
    """
    try:
        answer = service(**arguments)
    except (NotFound, Denied):
        raise
    except Refusal as refusal:
        warn(request, refusal.message)
        return go(stay or back)
    else:
        tell(request, said if isinstance(said, str) else said(answer))
    return go(back)
