"""Items, their versions and events for the operator, as ids, dates and flags: what they say is their readers' alone.

Of a private item its ids alone are shown, and its versions and events aren't there.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from conderis.core.admin import MetadataAdmin
from items.kinds import KINDS
from items.models import Event, Item, Version


class KindFilter(admin.SimpleListFilter):
    """By kind, from the registry: asking the table for its kinds would read all of it."""

    title = "kind"
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind, kind) for kind in KINDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(kind=self.value()) if self.value() in KINDS else queryset


def unless_private(column: str) -> Any:
    """A column that a private item leaves empty."""

    def shown(item: Item) -> Any:
        return None if item.private else getattr(item, column)

    return admin.display(description=column.replace("_", " "))(shown)


@admin.register(Item)
class ItemAdmin(MetadataAdmin):
    loaded = (
        "number", "kind", "project__name", "owner__name", "version", "private", "archived", "sealed", "created_at",
        "updated_at",
    )  # fmt: skip
    numbers = ("number", "pk")
    ids = ("project", "owner")
    list_display: Any = (
        "id", "number", "project", "owner", unless_private("kind"), unless_private("version"),
        unless_private("created_at"), unless_private("updated_at"), "flags",
    )  # fmt: skip
    related = ("project", "owner")
    list_filter = (KindFilter, "private", "sealed")

    def flags(self, item: Item) -> str:
        return "private" if item.private else ", ".join(flag for flag in ("archived", "sealed") if getattr(item, flag))


class OfItemAdmin(MetadataAdmin):
    """Rows of an item; those of private ones aren't there."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(Q(item=None) | Q(item__private=False))


@admin.register(Version)
class VersionAdmin(OfItemAdmin):
    loaded = (
        "number", "sealed", "at", "author__name", "agent__name", "reviewed_by__name", "item__number", "item__kind",
        "item__project__name",
    )  # fmt: skip
    numbers = ("item",)
    ids = ("item__project", "author")
    list_display = ("id", "item", "project", "number", "author", "agent", "reviewed_by", "at", "sealed")
    related = ("item__project", "author", "agent", "reviewed_by")
    list_filter = ("sealed",)

    def project(self, version: Version) -> Any:
        return version.item.project


@admin.register(Event)
class EventAdmin(OfItemAdmin):
    loaded = (
        "what", "kind", "version", "at", "project__name", "user__name", "agent__name", "item__number", "item__kind",
        "item__project",
    )  # fmt: skip
    numbers = ("item",)
    ids = ("project", "user")
    list_display = ("id", "what", "kind", "item", "project", "version", "user", "agent", "at")
    related = ("item", "project", "user", "agent")
    list_filter = ("what", KindFilter)
