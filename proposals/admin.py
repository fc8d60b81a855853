"""Which batches were stored, for the operator. An idempotency key is its sender's text, and so stays out."""

from django.contrib import admin

from conderis.core.admin import MetadataAdmin
from proposals.models import BatchResult


@admin.register(BatchResult)
class BatchResultAdmin(MetadataAdmin):
    loaded = ("project__name", "user__name", "kind", "stored_at")
    numbers = ("pk",)
    ids = ("project", "user")
    list_display = ("id", "kind", "project", "user", "stored_at")
    related = ("project", "user")
