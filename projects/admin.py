"""Projects and who is in them, for the operator. Roles change through the same services as everywhere."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest

from conderis.core.admin import Form, Inline, ServiceAdmin
from conderis.core.errors import Refusal
from projects.capabilities import Role
from projects.fields import organization_values, plain_values
from projects.models import Invitation, Membership, Organization, OrganizationMembership, Project
from projects.services.set_organization_role import set_organization_role
from projects.services.set_role import set_role


class CheckedForm(Form):
    """Holds the fields of the form to the rules of ``projects.fields``."""

    rules = staticmethod(plain_values)

    def clean_name(self) -> Any:
        return self._checked("name")

    def clean_description(self) -> Any:
        return self._checked("description")

    def _checked(self, field: str) -> Any:
        try:
            return self.rules({field: self.cleaned_data[field]})[field]
        except Refusal as refusal:
            raise ValidationError(refusal.message) from None


class OrganizationForm(CheckedForm):
    rules = staticmethod(organization_values)

    def clean_instructions(self) -> Any:
        return self._checked("instructions")


class MembersInline(Inline):
    """Who is in it, to read; roles change on the memberships' own pages."""

    fields = ("user", "role", "created_at")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("user", str(self.fk_name))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ProjectMembers(MembersInline):
    model = Membership
    fk_name = "project"


class OrganizationMembers(MembersInline):
    model = OrganizationMembership
    fk_name = "organization"


@admin.register(Project)
class ProjectAdmin(ServiceAdmin):
    form = CheckedForm
    list_display = ("name", "id", "public", "organization", "created_by", "created_at")
    list_select_related = ("organization", "created_by")
    list_filter = ("public",)
    search_fields = ("name", "id", "organization__name")
    readonly_fields = ("id", "remote", "remote_verified_at", "upstream", "organization", "created_by", "created_at")
    fields = ("name", "description", "public", *readonly_fields)
    inlines = (ProjectMembers,)


@admin.register(Organization)
class OrganizationAdmin(ServiceAdmin):
    form = OrganizationForm
    list_display = ("name", "id", "created_by", "created_at")
    list_select_related = ("created_by",)
    search_fields = ("name", "id")
    fields = ("id", "name", "instructions", "created_by", "created_at")
    readonly_fields = ("id", "created_by", "created_at")
    inlines = (OrganizationMembers,)


class RoleAdmin(ServiceAdmin):
    """A row is a person's role: giving, changing and taking it are one service each."""

    place: str  # "project" or "organization"

    list_filter = ("role",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (self.place, "user", "created_at") if obj else ("created_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_add_permission(self, request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)  # deletes rows without asking the service
        return actions


@admin.register(Membership)
class MembershipAdmin(RoleAdmin):
    place = "project"
    list_display = ("project", "user", "role", "created_at")
    list_select_related = ("project", "user")
    search_fields = ("project__name", "project__id", "user__name", "user__email")
    autocomplete_fields = ("project", "user")
    fields = ("project", "user", "role", "created_at")

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        kept = set_role(project=obj.project, user=obj.user, role=Role(obj.role))
        obj.pk = kept.pk if kept else None

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        set_role(project=obj.project, user=obj.user, role=None)


@admin.register(OrganizationMembership)
class OrganizationMembershipAdmin(RoleAdmin):
    place = "organization"
    list_display = ("organization", "user", "role", "created_at")
    list_select_related = ("organization", "user")
    search_fields = ("organization__name", "organization__id", "user__name", "user__email")
    autocomplete_fields = ("organization", "user")
    fields = ("organization", "user", "role", "created_at")

    def save_model(self, request: HttpRequest, obj: OrganizationMembership, form: Any, change: bool) -> None:
        kept = set_organization_role(organization=obj.organization, user=obj.user, role=Role(obj.role))
        obj.pk = kept.pk if kept else None

    def delete_model(self, request: HttpRequest, obj: OrganizationMembership) -> None:
        set_organization_role(organization=obj.organization, user=obj.user, role=None)


@admin.register(Invitation)
class InvitationAdmin(ServiceAdmin):
    """That someone is invited, where and by whom. The address is for the place's owners, the tokens are for nobody."""

    list_display = ("id", "project", "organization", "role", "invited_by", "invited_at", "expires_at")
    list_select_related = ("project", "organization", "invited_by")
    list_filter = ("role",)
    search_fields = ("project__name", "project__id", "organization__name", "organization__id", "invited_by__name")
    fields = list_display

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
