"""The page on which an item is written."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse

from conderis.core.actor import Actor
from conderis.core.text import text_of
from conderis.web.markdown import rendered
from conderis.web.pages import draw
from items.access import require_unlocked
from items.forms.clashes import meeting
from items.forms.editing import EditForm
from items.forms.item_form import ItemForm
from items.kinds.fields import CONTENT_MAX
from items.models import Item
from items.selectors.reading import read_history
from items.views.choices import people_for
from items.views.places import ITEM, url_of
from proposals.permissions import would_propose

SINCE_MOST = 20  # versions that a conflict names


def is_stored(request: HttpRequest) -> bool:
    """Whether the form was sent to be stored; without JavaScript it is sent to be previewed as well."""
    return request.method == "POST" and "preview" not in request.POST


def draw_editor(request: HttpRequest, actor: Actor, form: ItemForm, item: Item | None = None) -> HttpResponse:
    """The form as it is, with the preview that it asked for."""
    shown = _editor(actor, form, item)
    if request.method == "POST" and not is_stored(request):
        text = form.attempt(text_of, field="content", value=form["content"].value(), maximum=CONTENT_MAX)
        shown["preview"] = rendered(actor, form.project, text) if text is not None else None
    return _draw(request, actor, "items/editor.html", form, shown, status=form.status)


def draw_meeting(request: HttpRequest, actor: Actor, item: Item, mine: EditForm) -> HttpResponse:
    """Both texts, and a form on the current version that loses neither. Raises Locked."""
    require_unlocked(item)
    met = meeting(actor, item, mine, people_for(actor, item.project, item.rules, item.state))
    since = item.version - mine.cleaned_data["version"]
    history = read_history(actor, item, offset=0, take=min(max(since, 1), SINCE_MOST))
    shown = {**_editor(actor, met.form, item), "met": met, "since": history["versions"]}
    return _draw(request, actor, "items/conflict.html", met.form, shown, status=409)


def _editor(actor: Actor, form: ItemForm, item: Item | None) -> dict[str, Any]:
    project = form.project
    state = item.state if item is not None else None
    proposes = would_propose(actor, project, form.kind, state)
    return {
        "proposes": proposes,
        # The one choice that decides it stands in the form, so the button can't say it beforehand.
        "either": proposes and "visibility" in form.names,
        "may_ask": project is not None and not proposes and form.kind.reviewed(state),
        "form": form,
        "kind": form.kind,
        "item": item,
        "here": url_of(item, ITEM) if item else _list(form),
        "preview_url": reverse("preview", args=[project.pk]) if project else reverse("preview-personal"),
    }


def _list(form: ItemForm) -> str:
    """Where one comes from and goes back to: the kind's list is called by its plural."""
    if form.project is None:
        return reverse("personal-memories")
    try:
        return reverse(form.kind.plural, args=[form.project.pk])
    except NoReverseMatch:
        return reverse("project", args=[form.project.pk])


def _draw(
    request: HttpRequest, actor: Actor, template: str, form: ItemForm, shown: dict[str, Any], *, status: int
) -> HttpResponse:
    section = form.kind.plural if form.project else "personal"
    return draw(request, template, shown, actor=actor, project=form.project, section=section, status=status)
