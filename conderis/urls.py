"""Addresses of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from conderis.mcp.view import endpoint
from conderis.web.health import healthz, readyz
from conderis.web.metrics import metrics
from conderis.web.published import batch_example, batch_schema

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("conderis.web.urls")),
    path("", include("conderis.accounts.urls")),
    path("", include("projects.urls")),
    path("", include("items.urls")),
    path("", include("proposals.urls")),
    path("", include("privacy.urls")),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("mcp", endpoint, name="mcp"),
    path("schemas/conderis-batch-v2.schema.json", batch_schema, name="batch-schema"),
    path("examples/conderis-batch-v2.json", batch_example, name="batch-example"),
]

handler400 = "conderis.web.refusals.bad_request"
handler403 = "conderis.web.refusals.forbidden"
handler404 = "conderis.web.refusals.not_found"
handler500 = "conderis.web.refusals.failed"
