"""The operators' pages. They know no passwords: people sign in and change them where everyone does."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


class Site(AdminSite):
    """Its own forms for passwords would be a way around the limit of attempts and the second factor."""

    site_header = index_title = "Conderis administration"
    site_title = "Conderis"

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # noqa: ARG002
        if request.user.is_authenticated:  # and has no rights here: signing in again would change nothing
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def password_change(self, *_: Any, **__: Any) -> Any:
        return redirect("account_change_password")
