"""Deletion requests and who looked, for the operator, as ids, dates and states: never a reason, never what is sealed.

Those of what is private or personal aren't there, and what is sealed has no page at all.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from conderis.core.admin import MetadataAdmin
from privacy.models import DeletionRequest, Reveal

_SHARED = Q(item=None) | Q(item__private=False)
_SHARED_OF = Q(request__item=None) | Q(request__item__private=False)


@admin.register(DeletionRequest)
class DeletionRequestAdmin(MetadataAdmin):
    loaded = (
        "version", "status", "asked_at", "decided_at", "reminded_at", "project__name", "asked_by__name",
        "asked_agent__name", "decided_by__name", "item__number", "item__kind", "item__project", "proposal__id",
    )  # fmt: skip
    numbers = ("pk", "item", "proposal")
    ids = ("project", "asked_by", "decided_by")
    list_display: Any = (
        "id", "project", "item", "version", "proposal_id", "asked_by", "asked_agent", "asked_at", "status",
        "decided_by", "decided_at", "reminded_at",
    )  # fmt: skip
    related = ("project", "item", "proposal", "asked_by", "asked_agent", "decided_by")
    list_filter = ("status",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(project=None).filter(_SHARED)


@admin.register(Reveal)
class RevealAdmin(MetadataAdmin):
    loaded = ("at", "user__name", "request__project__name")
    numbers = ("pk", "request")
    ids = ("request__project", "user")
    list_display: Any = ("id", "request_id", "project", "user", "at")
    related = ("user", "request__project")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(request__project=None).filter(_SHARED_OF)

    def project(self, reveal: Reveal) -> Any:
        return reveal.request.project
