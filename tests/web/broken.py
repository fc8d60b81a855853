"""The site with faults in it that nobody foresaw, for the tests of its logs: what they concern they also quote."""

from importlib import import_module
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

application = import_module("conderis.wsgi").application  # it sets Django up, and so comes before what needs models
contributing = import_module("proposals.services.contribute")
create = contributing.create


def create_or_fail(**given: Any) -> Any:
    """A new item; one whose reason names a fault meets it, with its content in the exception's text."""
    content = given["drafts"][0].state["content"]
    fault = given["reason"].partition(":")[0]
    if fault == "crash":
        raise RuntimeError(content)
    with connection.cursor() as cursor:
        if fault == "bad cast":
            cursor.execute("SELECT CAST(%s AS integer)", [content])
        if fault == "bad row":
            cursor.execute("INSERT INTO auth_group (name) VALUES (%s), (%s)", [content, content])
    return create(**given)


def crash(request: HttpRequest, said: str = "") -> HttpResponse:
    raise ValueError(request.GET.get("q", "") + said)


contributing.create = create_or_fail  # type: ignore[attr-defined]
import_module("conderis.urls").urlpatterns += [path("crash/", crash), path("crash/<str:said>/", crash)]
