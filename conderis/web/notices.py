"""Short notices after something was done: on the next page, or at once beside a swap."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from conderis.web.pages import wants_part

EVENT = "notices"


def tell(request: HttpRequest, text: str) -> None:
    """Say that something was done."""
    messages.success(request, text)


def warn(request: HttpRequest, text: str) -> None:
    """Say that something wasn't done, and why."""
    messages.error(request, text)


def with_notices(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Send what was told along with a swap, as an event that ``static/js/notices.js`` shows."""
    if wants_part(request) and "HX-Redirect" not in response and not 300 <= response.status_code < 400:
        told = [{"text": str(each), "level": each.level_tag} for each in messages.get_messages(request)]
        if told:
            response["HX-Trigger"] = json.dumps({EVENT: told})
    return response
