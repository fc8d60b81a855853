"""How far each key's last recall of a project went, for the operator."""

from django.contrib import admin

from conderis.core.admin import MetadataAdmin
from conderis.recall.models import RecallMark


@admin.register(RecallMark)
class RecallMarkAdmin(MetadataAdmin):
    loaded = ("project__name", "user__name", "agent__name", "shown_from", "last_seen", "moved_at")
    numbers = ("pk",)
    ids = ("project", "user", "agent")
    list_display = ("id", "project", "user", "agent", "shown_from", "last_seen", "moved_at")
    related = ("project", "user", "agent")
