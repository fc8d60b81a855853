"""Mails for the operator: whether they go out, and neither to whom nor what they say."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from conderis.core.admin import ServiceAdmin
from conderis.outbox.models import Mail


@admin.register(Mail)
class MailAdmin(ServiceAdmin):
    list_display = ("id", "created_at", "attempts", "next_try_at", "sent_at")
    list_filter = (("sent_at", admin.EmptyFieldListFilter), ("next_try_at", admin.EmptyFieldListFilter))
    fields = list_display

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
