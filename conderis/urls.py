"""Addresses of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from conderis.mcp.view import endpoint
from conderis.web.health import healthz, readyz
from conderis.web.home import home
from conderis.web.metrics import metrics
from conderis.web.published import batch_example, batch_schema

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("mcp", endpoint, name="mcp"),
    path("schemas/conderis-batch-v2.schema.json", batch_schema, name="batch-schema"),
    path("examples/conderis-batch-v2.json", batch_example, name="batch-example"),
]
