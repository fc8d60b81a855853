"""Refusals as pages say them: the one place where a typed refusal becomes an answer to a browser."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

from conderis.core.errors import RateLimited, Refusal
from conderis.web.notices import warn, with_notices
from conderis.web.pages import wants_part
from conderis.web.requests import IDENT

Handler = Callable[[HttpRequest], HttpResponse]


class AnswerRefusals:
    """Middleware. A refusal that no form showed is an error page, or beside a swap a notice; nothing else changes."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            allowed, response = response["Allow"], error_page(request, 405)
            response["Allow"] = allowed
        return with_notices(request, response)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        if wants_part(request):
            warn(request, exception.message)
            return HttpResponse(status=exception.status)
        return refused(request, exception)


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The error page of the refusal's status."""
    response = error_page(request, refusal.status, refusal.message)
    if isinstance(refusal, RateLimited):
        response["Retry-After"] = str(refusal.data["retryAfter"])
    return response


def error_page(request: HttpRequest, status: int, message: str = "") -> HttpResponse:
    """What happened, that nothing was lost, what to do, and the request's id. Asks the database for nothing."""
    about: dict[str, object] = {"status": status, "phrase": HTTPStatus(status).phrase, "message": message}
    about["request_id"] = request.META.get(IDENT)
    return render(request, [f"errors/{status}.html", "errors/error.html"], about, status=status)


def refuse_large(get_response: Handler) -> Handler:
    """Middleware: a body over ``MAX_BODY`` is refused before a byte of it is read, its files included.

    One without a Content-Length is none to Django; the tools' endpoint counts for itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if declared.isdecimal() and int(declared) > settings.MAX_BODY and request.path_info not in settings.OWN_BODIES:
            return error_page(request, 413)
        return get_response(request)

    return middleware


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 413 if isinstance(exception, RequestDataTooBig | TooManyFieldsSent) else 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    return error_page(request, 500)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: most often a page that stood open since before a sign-in."""
    return render(request, "errors/csrf.html", {"status": 403}, status=403)
