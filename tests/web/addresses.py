"""The site's addresses, and those of the pages of items, which the pages for people bring."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from conderis.urls import urlpatterns as site


def page(_request: HttpRequest, **_: object) -> HttpResponse:
    return HttpResponse()


urlpatterns = [
    *site,
    path("p/<str:project_id>/<int:number>/", page, name="item"),
    path("personal/<int:pk>/", page, name="personal"),
]
