"""Addresses of the pages that belong to no project."""

from django.urls import URLPattern, path

from conderis.web import later
from conderis.web.guide import guide
from conderis.web.home import home
from conderis.web.styleguide import styleguide

urlpatterns: list[URLPattern] = [
    path("", home, name="home"),
    path("guide/", guide, name="guide"),
    path("styleguide/", styleguide, name="styleguide"),
    path("p/<str:project_id>/import/", later.imports, name="import"),
]
