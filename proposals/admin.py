"""Which proposals there are and which batches were stored, for the operator; never what they say.

An idempotency key is its sender's text, and so stays out.
"""

from django.contrib import admin

from conderis.core.admin import MetadataAdmin
from proposals.models import BatchResult, Proposal


@admin.register(Proposal)
class ProposalAdmin(MetadataAdmin):
    loaded = (
        "project__name", "kind", "item__number", "item__kind", "item__project", "base_version", "status",
        "author__name", "agent__name", "created_at", "decided_by__name", "decided_at", "version", "sealed",
    )  # fmt: skip
    numbers = ("pk", "item")
    ids = ("project", "author")
    list_display = (
        "id", "project", "kind", "item", "base_version", "status", "author", "agent", "created_at", "decided_by",
        "decided_at", "version", "sealed",
    )  # fmt: skip
    related = ("project", "item", "author", "agent", "decided_by")
    list_filter = ("status", "sealed")


@admin.register(BatchResult)
class BatchResultAdmin(MetadataAdmin):
    loaded = ("project__name", "user__name", "kind", "stored_at")
    numbers = ("pk",)
    ids = ("project", "user")
    list_display = ("id", "kind", "project", "user", "stored_at")
    related = ("project", "user")
