"""People and agents for the operator. Nobody is deleted here, they are disabled; no key or hash is shown."""

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from conderis.accounts.models import Agent, User
from conderis.accounts.services.confirm_address import confirm_address
from conderis.accounts.services.disable_account import disable_account
from conderis.accounts.services.remove_second_factor import remove_second_factor
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.core.actor import Actor
from conderis.core.admin import ServiceAdmin

if TYPE_CHECKING:
    BaseUserAdmin = DjangoUserAdmin[Any]
else:
    BaseUserAdmin = DjangoUserAdmin


# django-allauth's own pages would show what second factors are made of, and let rows go behind a person's back.
admin.site.unregister((EmailAddress, Authenticator))


@admin.register(User)
class UserAdmin(BaseUserAdmin):
    ordering = ("email",)
    list_display = ("email", "name", "id", "is_active", "is_staff", "joined_at", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name", "id")
    readonly_fields = ("id", "joined_at", "last_login")
    filter_horizontal = ("groups",)
    fieldsets = (
        (None, {"fields": ("id", "email", "name", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)
    actions = ("disable", "enable", "confirm", "remove_codes")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change or "email" in form.changed_data:
            confirm_address(user=obj)
        if change and not obj.is_active and "is_active" in form.changed_data:
            disable_account(user=obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    @admin.action(description="Disable: no sign-in, and their agents' keys stop working", permissions=["change"])
    def disable(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(queryset.exclude(pk=request.user.pk))
        for user in people:
            disable_account(user=user)
        self.message_user(request, f"Disabled {len(people)}. You can't disable yourself.", messages.SUCCESS)

    @admin.action(description="Enable", permissions=["change"])
    def enable(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self.message_user(request, f"Enabled {queryset.update(is_active=True)}.", messages.SUCCESS)

    @admin.action(description="Confirm the address, without a mail to answer", permissions=["change"])
    def confirm(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(queryset)
        for user in people:
            confirm_address(user=user)
        self.message_user(request, f"Confirmed {len(people)}.", messages.SUCCESS)

    @admin.action(description="Remove the second factor: the password is enough", permissions=["change"])
    def remove_codes(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        removed = sum(remove_second_factor(user=user) for user in queryset)
        self.message_user(request, f"Removed {removed}.", messages.SUCCESS)


@admin.register(Agent)
class AgentAdmin(ServiceAdmin):
    list_display = ("name", "owner", "prefix", "read_only", "review_always", "last_used_at", "created_at", "revoked_at")
    list_select_related = ("owner",)
    list_filter = ("read_only", "review_always", ("revoked_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "prefix", "id", "owner__name", "owner__email")
    fields = ("id", "name", "owner", "prefix", "read_only", "review_always", "created_at", "last_used_at", "revoked_at")
    readonly_fields = ("id", "owner", "prefix", "created_at", "last_used_at", "revoked_at")
    actions = ("revoke",)

    @admin.action(description="Revoke the keys: their next call is a 401", permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Agent]) -> None:
        agents = list(queryset)
        for agent in agents:
            revoke_agent(actor=Actor(agent.owner_id), agent=agent)
        self.message_user(request, f"Revoked {len(agents)}.", messages.SUCCESS)
