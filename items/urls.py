"""Addresses of items and of their lists. What a kind's list is called is the kind's plural."""

from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter

from items.kinds import KINDS, Kind
from items.services.actions import VERSIONED
from items.views.act import act
from items.views.board import board, status
from items.views.changed import changed
from items.views.compare import compare
from items.views.delete import delete
from items.views.edit import edit
from items.views.find import find
from items.views.history import history
from items.views.hygiene import hygiene
from items.views.item import item
from items.views.lists import listed, personal, worked
from items.views.new import new
from items.views.places import ITEM, PERSONAL, pages_of_items
from items.views.preview import preview
from items.views.quick import quick
from items.views.relations import relate, unrelate
from items.views.search import search
from items.views.tree import move, tree
from items.views.version import restore, version


class ActionConverter(StringConverter):
    """The name of an action; any other word is no address."""

    regex = "|".join(VERSIONED)


register_converter(ActionConverter, "action")


def _list_of(kind: Kind) -> URLPattern:
    """A kind with an order is read as a tree."""
    view = tree if "position" in kind.places else worked if kind.quick_add else listed
    return path(f"p/<str:project_id>/{kind.plural}/", view, {"kind": kind.name}, name=kind.plural)


def _board_of(kind: Kind) -> URLPattern:
    return path(f"p/<str:project_id>/{kind.plural}/board/", board, {"kind": kind.name}, name="board")


urlpatterns: list[URLPattern] = [
    *(_list_of(kind) for kind in KINDS.values() if kind.listed),
    *(_board_of(kind) for kind in KINDS.values() if kind.board),
    path("p/<str:project_id>/hygiene/", hygiene, name="hygiene"),
    path("p/<str:project_id>/search/", search, name="search"),
    path("p/<str:project_id>/find/", find, name="find"),
    path("p/<str:project_id>/new/<str:kind>/", new, name="new"),
    path("p/<str:project_id>/preview/", preview, name="preview"),
    path("p/<str:project_id>/<int:number>/move/", move, name="move"),
    path("p/<str:project_id>/<int:number>/status/", status, name="status"),
    path("personal/", personal, {"kind": PERSONAL.name}, name="personal-memories"),
    path("personal/find/", find, name="find-personal"),
    path("personal/new/", new, {"kind": PERSONAL.name}, name="new-personal"),
    path("personal/preview/", preview, name="preview-personal"),
    *pages_of_items("", item, ITEM),
    *pages_of_items("edit/", edit, "edit"),
    *pages_of_items("fields/", quick, "fields"),
    *pages_of_items("relations/", relate, "relate"),
    *pages_of_items("relations/remove/", unrelate, "unrelate"),
    *pages_of_items("history/", history, "history"),
    *pages_of_items("versions/<int:version>/", version, "version"),
    *pages_of_items("versions/<int:version>/words/", changed, "version-words"),
    *pages_of_items("versions/<int:version>/restore/", restore, "restore-version"),
    *pages_of_items("versions/<int:version>/delete/", delete, "delete-version"),
    *pages_of_items("compare/", compare, "compare"),
    *pages_of_items("delete/", delete, "delete"),
    *pages_of_items("<action:action>/", act, "act"),
]
