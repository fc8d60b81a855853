"""All that an item's page shows."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from conderis.accounts.selectors import names_of, titled
from conderis.core.actor import Actor
from conderis.core.errors import Locked
from conderis.web.forms import Form
from conderis.web.markdown import rendered
from conderis.web.pages import draw
from items.access import can_on
from items.forms.editing import EditForm
from items.forms.relating import INWARD, RelationForm, words_of
from items.kinds.base import Json
from items.models import Item
from items.selectors.reading import WHOLE, read_history, read_item
from items.services.actions import steps_for
from items.services.relate import may_unrelate
from items.views.choices import people_for
from items.views.places import ITEM, url_of
from items.views.words import refused
from privacy.selectors.standing import standing_of
from projects.capabilities import Capability
from proposals.permissions import may_add, may_change
from proposals.selectors.about import pending_on

STRIP = 5  # versions beside the text
TOC_FROM, TOC_MOST = 3, 100  # headings from which on there is a table of contents, and those that it shows
_APART = ("title", "summary", "content")  # fields that have places of their own on the page


def draw_item(
    request: HttpRequest, actor: Actor, item: Item, *, failed: Form | None = None, relating: RelationForm | None = None
) -> HttpResponse:
    """The item's page. ``failed`` is a form that was refused, ``relating`` one that is shown with what is wrong in it.

    A locked item's shows none of its text, not even its title.
    """
    section = item.rules.plural if item.project else "personal"
    if item.sealed:
        context = {"item": item, "here": url_of(item, ITEM), "standing": standing_of(actor, item)}
        return draw(
            request, "items/locked.html", context, actor=actor, project=item.project, section=section,
            part="items/locked_part.html", status=Locked.status if failed or relating else 200,
        )  # fmt: skip
    shown = _sheet(actor, item) | {"refused": _problem(failed, item), "relation_form": relating}
    if relating is None and shown["may_relate"]:
        shown["relation_form"] = RelationForm(actor, item)
    return draw(
        request, "items/item.html", shown, actor=actor, project=item.project, section=section,
        part="items/item_part.html", status=(failed or relating or Form()).status,
    )  # fmt: skip


def _sheet(actor: Actor, item: Item) -> dict[str, Any]:
    read = read_item(actor, item, part=WHOLE)
    kind, editable = item.rules, may_change(actor, item)
    steps = steps_for(actor, item)
    fields = read["fields"]
    text = rendered(actor, item.project, fields.get("content") or "", title=fields.get("title"))
    return {
        "item": item,
        "kind": kind,
        "read": read,
        "here": url_of(item, ITEM),
        "text": text,
        "toc": text.toc[:TOC_MOST] if len(text.toc) >= TOC_FROM else [],
        "facts": list(_facts(item, read, without=kind.quick if editable else ())),
        "quick": _quick(actor, item) if editable and kind.quick else None,
        "may_edit": editable,
        "may_delete": can_on(actor, Capability.WRITE, item) and item.stored,
        "add_below": _add_below(item) if may_add(actor, item.project, kind) else "",
        "may_relate": "relate" in kind.actions and item.project is not None and can_on(actor, Capability.WRITE, item),
        "steps": steps,
        "has_main": any(step.main for step in steps),
        "relations": [_relation(actor, item, entry) for entry in read["relations"]],
        "pending": pending_on(actor, item),
        "history": read_history(actor, item, offset=0, take=STRIP),
    }


def _add_below(item: Item) -> str:
    """Where a child of the item is written; nowhere for what can have none."""
    if "parent" not in item.rules.places or item.archived:
        return ""
    new = reverse("new", args=[item.project_id, item.kind]) if item.project_id else reverse("new-personal")
    return f"{new}?{urlencode({'parent': item.number or item.ref})}"


def _facts(item: Item, read: Json, without: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The fields beside title, summary and text that say something: label, shape and value."""
    kind, fields = item.rules, read["fields"]
    for name in kind.asked(new=True, in_project=item.project is not None):
        control = kind.control(name)
        value = read["parent"] if name == "parent" else fields.get(name)
        if name in (*_APART, *without) or value in (None, "", []):
            continue
        if control.shape == "person":
            value = titled(value, names_of([value]))
        everyone = name == "visibility" and item.project is not None and item.project.public and not item.private
        yield {"label": control.label, "shape": control.shape, "value": value, "everyone": everyone}
    if fields.get("position") is not None:
        yield {"label": "Position", "shape": "line", "value": fields["position"]}


def _quick(actor: Actor, item: Item) -> EditForm:
    people = people_for(actor, item.project, item.rules, item.state)
    return EditForm(actor, item, names=item.rules.quick, people=people, auto_id="quick_%s")


def _relation(actor: Actor, item: Item, entry: Json) -> Json:
    inward = INWARD if entry["direction"] == "in" else ""
    return {
        **entry,
        "words": words_of(entry["relation"], entry["direction"]),
        "value": entry["relation"] + inward,
        "may_remove": may_unrelate(actor, item, entry),
    }


def _problem(form: Form | None, item: Item) -> str:
    """What is wrong with a form that isn't shown itself."""
    if form is None:
        return ""
    if form.refusal is not None:
        return refused(form.refusal, item)
    return next((f"{name}: {errors[0]}" for name, errors in form.errors.items()), "")
