"""The first page: what this is and how an agent connects. The browser for people comes with its own issue."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Anyone may read it; it says nothing of what is stored here."""
    response = render(request, "home.html", {"mcp_url": f"{settings.PUBLIC_URL}/mcp"})
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'"
    return response
