"""The site with faults in it that nobody foresaw, for the tests of its logs: what they concern they also quote."""

from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from conderis import urls
from conderis.wsgi import application
from items.services import create as creating

CRASH, BAD_CAST, BAD_ROW = "crash", "bad cast", "bad row"


def _fail_on_sight(**given: Any) -> Any:
    """A new item whose reason names a fault meets it, with its whole content in the exception's text."""
    content = given["drafts"][0].state["content"]
    match given["reason"].partition(":")[0]:
        case "crash":
            raise RuntimeError(content)
        case "bad cast":
            with connection.cursor() as cursor:
                cursor.execute("SELECT CAST(%s AS integer)", [content])
        case "bad row":
            with connection.cursor() as cursor:
                cursor.execute("CREATE TEMP TABLE faults (said text UNIQUE) ON COMMIT DROP")
                cursor.execute("INSERT INTO faults VALUES (%s), (%s)", [content, content])
    return _create(**given)


def _crash(request: HttpRequest, said: str = "") -> HttpResponse:
    secret = request.GET.get("q", "") + said
    raise ValueError(secret)


_create = creating.create
for module in ("proposals.services.contribute",):
    __import__(module)
    vars(__import__(module, fromlist=["create"]))["create"] = _fail_on_sight
urls.urlpatterns += [path("crash/", _crash), path("crash/<str:said>/", _crash)]

__all__ = ["application"]
