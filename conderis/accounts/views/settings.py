"""/settings/: what a person is called, which keys work for them, how they sign in, and how they leave."""

from typing import cast

from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from conderis.accounts.models import User
from conderis.accounts.services.rename_person import rename_person
from conderis.accounts.services.set_keys_off import set_keys_off
from conderis.accounts.services.set_mails import set_mails
from conderis.core.actor import Actor
from conderis.web.answers import carry_out, go
from conderis.web.forms import Form
from conderis.web.keys import KEYS
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.services.close_account import close_account


class NameForm(Form):
    name = forms.CharField(
        label="Display name",
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text="It stands on everything that you and your agents did and do. No other member sees your address.",
    )


class MailsForm(Form):
    outcomes = forms.BooleanField(
        required=False,
        label="Mail me what becomes of my proposals",
        help_text="Yours and your agents’: who approved or rejected each, and why. It stands in the web and in the "
        "agent’s next recall either way.",
    )


class CloseForm(Form):
    password = forms.CharField(
        strip=False,
        label="Your password",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def profile(request: HttpRequest, actor: Actor) -> HttpResponse:
    form = NameForm(request.POST or None, initial={"name": _me(request).name})
    if form.is_valid() and form.attempt(rename_person, actor=actor, **form.cleaned_data) is not None:
        tell(request, "Your name is saved.")
        return go(reverse("my-settings"))
    shown = {"tab": "profile", "form": form}
    return draw(request, "accounts/settings/profile.html", shown, actor=actor, section="me", status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def keys(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The boxes say which keys are on; what is kept is which are off, so that a new key begins on."""
    if request.method == "POST":
        on = request.POST.getlist("on")
        off = [key.keys for key in KEYS if key.keys not in on]
        back = reverse("my-keys")
        return carry_out(request, set_keys_off, said="Your keys are saved.", back=back, actor=actor, keys=off)
    off = _me(request).keys_off
    listed = [{"keys": k.keys, "caps": k.keys.split(), "does": k.does, "on": k.keys not in off} for k in KEYS]
    return draw(request, "accounts/settings/keys.html", {"tab": "keys", "keys": listed}, actor=actor, section="me")


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def notifications(request: HttpRequest, actor: Actor) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None  # a box that isn't ticked sends nothing
    form = MailsForm(sent, initial={"outcomes": _me(request).mails_outcomes})
    if form.is_valid() and form.attempt(set_mails, actor=actor, **form.cleaned_data) is not None:
        tell(request, "Your notifications are saved.")
        return go(reverse("my-notifications"))
    shown = {"tab": "notifications", "form": form, "sends_mail": settings.SENDS_MAIL}
    return draw(request, "accounts/settings/notifications.html", shown, actor=actor, section="me", status=form.status)


@require_safe
@for_people
def security(request: HttpRequest, actor: Actor) -> HttpResponse:
    return draw(request, "accounts/settings/security.html", {"tab": "security"}, actor=actor, section="me")


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def close(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Says what happens, and asks for the password."""
    form = CloseForm(request.POST or None)
    if form.is_valid():
        form.attempt(close_account, actor=actor, **form.cleaned_data)
        if form.refusal is None:
            logout(request)
            tell(request, "Your account is closed.")
            return go(reverse("account_login"))
    return draw(request, "accounts/settings/close.html", {"form": form}, actor=actor, section="me", status=form.status)


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)
