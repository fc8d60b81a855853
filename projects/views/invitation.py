"""The page of an invitation's link."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.people import ANYONE, actor_of
from projects.forms import SignUpForm
from projects.models import Place
from projects.selectors.invitations import invited
from projects.services.accept_by_signing_up import accept_by_signing_up
from projects.services.accept_invitation import accept_invitation
from projects.views.places import url_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Signed in with the invited address one accepts; who has no account signs up; others are told what to do."""
    actor = actor_of(request)
    shown = invited(token, None if actor is ANYONE else actor)
    if request.method == "POST" and actor is not ANYONE:
        return _welcome(request, accept_invitation(actor=actor, token=token))
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        made = form.attempt(accept_by_signing_up, token=token, **form.cleaned_data)
        if made is not None:
            login(request, made[0], backend="django.contrib.auth.backends.ModelBackend")
            return _welcome(request, made[1])
    about = {"invited": shown, "form": form, "signed_in": actor is not ANYONE, "here": request.path}
    return render(request, "projects/invitation.html", about, status=form.status)


def _welcome(request: HttpRequest, place: Place) -> HttpResponse:
    tell(request, f"Welcome to {place.name}.")
    return go(reverse("project", args=[place.pk]) if place.noun == "project" else url_of(place, "members"))
