"""What has to be settled before Django's own middleware sees a request to the endpoint."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from conderis.mcp.jsonrpc import INVALID_REQUEST, ProtocolError
from conderis.mcp.view import refusal

PATH = "/mcp"

Handler = Callable[[HttpRequest], HttpResponse]


def refuse_foreign_host(get_response: Handler) -> Handler:
    """Answer a host that isn't ours with JSON and HTTP 403, where CommonMiddleware would send a page and 400."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info == PATH:
            try:
                request.get_host()
            except DisallowedHost:
                return refusal(
                    ProtocolError(INVALID_REQUEST, "This host is not served here (CONDERIS_HOSTS).", status=403)
                )
        return get_response(request)

    return middleware
