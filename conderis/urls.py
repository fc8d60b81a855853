"""Addresses of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from conderis.mcp.view import endpoint
from conderis.web.health import healthz, readyz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("mcp", endpoint, name="mcp"),
]
