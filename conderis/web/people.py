"""Who looks at a page: a signed-in person, or anyone at all where a project is public."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme

from conderis.core.actor import Actor
from conderis.core.errors import NotFound

# Whoever isn't signed in: no person's id is empty, so nothing private and no membership is ever theirs.
ANYONE = Actor(user_id="", read_only=True)

View = Callable[Concatenate[HttpRequest, Actor, ...], HttpResponse]


def actor_of(request: HttpRequest) -> Actor:
    """The person of the session, or ANYONE."""
    user = request.user
    return Actor(user_id=str(user.pk)) if user.is_authenticated else ANYONE


def for_people(view: View) -> Callable[..., HttpResponse]:
    """A page for the signed-in; others are led to the sign-in and back. The view gets the actor."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        actor = actor_of(request)
        if actor is ANYONE:
            return to_sign_in(request)
        return view(request, actor, *args, **kwargs)

    return inner


def for_readers(view: View) -> Callable[..., HttpResponse]:
    """A page of a project that may be public. What someone may not see leads those who aren't signed in to the
    sign-in, whether or not it is there; the signed-in get the 404."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        actor = actor_of(request)
        try:
            return view(request, actor, *args, **kwargs)
        except NotFound:
            if actor is ANYONE:
                return to_sign_in(request)
            raise

    return inner


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the sign-in page, and back to this one; a form that was posted comes back to the page before.

    A swap takes its whole page there: the sign-in isn't drawn in the place of a part.
    """
    posted = request.method not in ("GET", "HEAD")
    if posted:
        messages.error(request, "Sign in again. What you wrote is still there: your browser’s Back shows it.")
    there = redirect_to_login(_page_before(request) if posted else request.get_full_path())
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=401, headers={"HX-Redirect": there.url})
    return there


def _page_before(request: HttpRequest) -> str:
    """The page of this site that a form was on, the dashboard where the browser doesn't say."""
    said = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(said, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    page = urlsplit(said)
    return f"{page.path}?{page.query}" if page.query else page.path or "/"
