"""What the admin pages share."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from conderis.core.errors import Refusal

# Django's classes take their model as a parameter in the stubs alone.
if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
    Form = forms.ModelForm[Any]
else:
    Admin = admin.ModelAdmin
    Inline = admin.TabularInline
    Form = forms.ModelForm


class ServiceAdmin(Admin):
    """Pages whose changes go through services: a refusal becomes a message, and nothing is added or deleted
    behind a service's back."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:  # its transaction is rolled back by now
            return self._refused(request, refusal)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().delete_view(request, *args, **kwargs)
        except Refusal as refusal:
            return self._refused(request, refusal)

    def _refused(self, request: HttpRequest, refusal: Refusal) -> HttpResponse:
        self.message_user(request, refusal.message, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())
