"""The list of a kind: filters, groups, and one line that makes another."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.forms import Form
from conderis.web.notices import tell
from conderis.web.pages import draw, wants_part
from conderis.web.people import ANYONE, for_people, for_readers, to_sign_in
from items.kinds import KINDS, Kind
from items.views.filters import Filters
from items.views.words import proposed
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from projects.selectors import assignees, project_for
from proposals.selectors.about import my_new
from proposals.services.contribute import contribute_new
from proposals.services.propose import Proposed


class QuickAdd(Form):
    """A title is enough to begin with."""

    title = forms.CharField()


@require_safe
@for_readers
def listed(request: HttpRequest, actor: Actor, project_id: str, kind: str) -> HttpResponse:
    """Everything of the kind that the reader may see."""
    return _draw(request, actor, project_for(actor, project_id), KINDS[kind])


@require_http_methods(["GET", "HEAD", "POST"])
@for_readers
def worked(request: HttpRequest, actor: Actor, project_id: str, kind: str) -> HttpResponse:
    """The same for a kind of which a title makes another: posting it keeps the filters and the place to type in."""
    project = project_for(actor, project_id)
    if request.method != "POST":
        return _draw(request, actor, project, KINDS[kind], quick=QuickAdd())
    if actor is ANYONE:
        return to_sign_in(request)
    require(actor, Capability.WRITE, project)
    quick = QuickAdd(request.POST)
    if quick.is_valid():
        fields = {"title": quick.cleaned_data["title"]}
        made = quick.attempt(contribute_new, actor=actor, kind=KINDS[kind], project=project, fields=fields)
        if made is not None:
            tell(request, proposed(made) if isinstance(made, Proposed) else f"{made.item.ref} is made.")
            if not wants_part(request):
                return go(request.get_full_path())
            quick = QuickAdd()
    return _draw(request, actor, project, KINDS[kind], quick=quick, part="items/lists/added.html")


@require_safe
@for_people
def personal(request: HttpRequest, actor: Actor, kind: str) -> HttpResponse:
    """One's own, outside of projects."""
    return _draw(request, actor, None, KINDS[kind])


def _draw(
    request: HttpRequest,
    actor: Actor,
    project: Project | None,
    kind: Kind,
    *,
    quick: QuickAdd | None = None,
    part: str = "",
) -> HttpResponse:
    whole = not wants_part(request)
    listed = whole and project is not None and bool(project.member_as) and _names_people(kind)
    people = assignees(actor, project) if listed and project is not None else []
    filters = Filters(request.GET, kind, actor=actor, people=people)
    found = filters.attempt(filters.rows, project=project)
    shown: dict[str, Any] = {
        "kind": kind,
        "filters": filters,
        "found": found,
        "empty": found is not None and not any(rows.total for rows in found),
        "quick": quick,
        "proposed_new": my_new(actor, project, kind) if whole and project is not None else [],
        "here": reverse(kind.plural, args=[project.pk]) if project is not None else request.path,
    }
    return draw(
        request,
        kind.list_template if project is not None else "items/lists/personal.html",
        shown,
        actor=actor,
        project=project,
        section=kind.plural if project is not None else "personal",
        part=part or ("items/lists/more.html" if filters.goes_on else "items/lists/found.html"),
        status=quick.status if quick is not None and quick.is_bound else filters.status,
    )


def _names_people(kind: Kind) -> bool:
    return any(each.control == "person" for each in kind.filters.values())
