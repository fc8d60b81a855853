"""Which item an address means, and the address of an item's pages.

An item has one of three places: a number in a project, a name in it where there is one a project (the instructions), or
among one person's own. Each page of an item exists at all three; their names differ in a prefix alone.
"""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path, reverse

from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from items.access import item_for, personal_for, singleton_for
from items.kinds import KINDS, Kind
from items.models import Item
from projects.models import Project
from projects.selectors import project_for

SINGLETONS = tuple(kind for kind in KINDS.values() if not kind.numbered)
ITEM = "item"  # the name of an item's own page
PERSONAL = next(kind for kind in KINDS.values() if kind.personal)


def item_at(
    actor: Actor,
    project_id: str | None = None,
    number: int | None = None,
    kind: str | None = None,
    pk: int | None = None,
) -> Item:
    """The item of an address, through its doors. Raises NotFound."""
    if pk is not None:
        return personal_for(actor, PERSONAL, str(pk))
    project = project_for(actor, project_id)
    if kind is not None:
        return singleton_for(project, KINDS[kind])
    return item_for(actor, project, number or 0)


def project_at(actor: Actor, project_id: str | None) -> Project | None:
    """The project of an address, through its door; None among one's own. Raises NotFound."""
    return None if project_id is None else project_for(actor, project_id)


def kind_at(name: str) -> Kind:
    """The kind of an address at which new ones are made. Raises NotFound."""
    kind = KINDS.get(name)
    if kind is None or kind in SINGLETONS:
        raise NotFound("There is no such kind of item.")
    return kind


def pages_of_items(page: str, view: Callable[..., Any], name: str) -> list[URLPattern]:
    """The addresses of one page of an item at each of the three places; ``page`` may be blank or end in a slash."""
    return [
        path(f"p/<str:project_id>/<int:number>/{page}", view, name=name),
        *(
            path(f"p/<str:project_id>/{kind.name}/{page}", view, {"kind": kind.name}, name=_name(kind.name, name))
            for kind in SINGLETONS
        ),
        path(f"personal/<int:pk>/{page}", view, name=_name("personal", name)),
    ]


def url_of(item: Item, name: str, **more: Any) -> str:
    """The address of the item's page ``name``: ``item``, ``edit``, ``history`` and so on."""
    if item.project_id is None:
        return reverse(_name("personal", name), kwargs={"pk": item.pk, **more})
    if item.number is None:
        return reverse(_name(item.kind, name), kwargs={"project_id": item.project_id, **more})
    return reverse(name, kwargs={"project_id": item.project_id, "number": item.number, **more})


def _name(place: str, page: str) -> str:
    """``instructions`` is the item's own page there, ``instructions-history`` its history."""
    return place if page == ITEM else f"{place}-{page}"
