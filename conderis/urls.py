"""Addresses of the site."""

from django.urls import URLPattern, URLResolver, path

from conderis.mcp.view import endpoint

urlpatterns: list[URLPattern | URLResolver] = [
    path("mcp", endpoint, name="mcp"),
]
