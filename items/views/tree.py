"""The tree of a kind that has an order, and the move of one item to another place in it."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.forms import Form
from conderis.web.notices import tell, warn
from conderis.web.pages import draw, wants_part
from conderis.web.people import for_people, for_readers
from conderis.web.queries import whole
from items.access import item_for, number_of, require_unlocked
from items.kinds import KINDS
from items.kinds.base import Json
from items.kinds.filters import switch_value
from items.selectors.entries import mini
from items.selectors.tree import tree as tree_of
from projects.selectors import project_for
from proposals.permissions import require_changeable
from proposals.selectors.about import my_new
from proposals.services.contribute import contribute


class MoveForm(Form):
    """A place: blank is the top level, and behind the last one there."""

    parent = forms.CharField(required=False, label="Under", help_text="The number of another one, such as 12.")
    position = forms.CharField(required=False, label="Place", help_text="0 comes first; blank is behind the others.")

    def fields_sent(self) -> Json:
        sent: Json = {"parent": self.cleaned_data["parent"] or None}
        position = self.cleaned_data["position"]
        return {**sent, "position": position} if position else sent


@require_safe
@for_readers
def tree(request: HttpRequest, actor: Actor, project_id: str, kind: str) -> HttpResponse:
    """All of it, or what is under one; the same list is what opening a branch brings."""
    project = project_for(actor, project_id)
    sent = request.GET
    under = item_for(actor, project, number_of("parent", sent["parent"])) if sent.get("parent") else None
    if under is not None:
        require_unlocked(under)
    archived = switch_value("includeArchived", sent.get("includeArchived") or "false")
    shown: dict[str, Any] = {
        "kind": KINDS[kind],
        "proposed_new": my_new(actor, project, KINDS[kind]) if not under and not wants_part(request) else [],
        "under": under,
        "archived": archived,
        "tree": tree_of(actor, project, KINDS[kind], under=under, skip=whole(request, "skip", 0), archived=archived),
    }
    return draw(
        request, "items/tree/tree.html", shown, actor=actor, project=project, section=KINDS[kind].plural,
        part="items/tree/level.html",
    )  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def move(request: HttpRequest, actor: Actor, project_id: str, number: int) -> HttpResponse:
    """Back to the tree as it is then; without a script the place is typed on a page of its own."""
    project = project_for(actor, project_id)
    item = item_for(actor, project, number)
    require_changeable(actor, item, item.rules.places)
    above = mini(actor, item.parent)
    initial = {"parent": above["number"] if above is not None else None}
    form = MoveForm(request.POST if request.method == "POST" else None, initial=initial)
    back = f"{reverse(item.rules.plural, args=[project.pk])}?{request.GET.urlencode()}".removesuffix("?")
    if request.method == "POST" and form.is_valid():
        if form.attempt(contribute, actor=actor, item=item, fields=form.fields_sent()) is not None:
            if not wants_part(request):
                tell(request, f"{item.ref} is moved.")
            return go(back)
        if wants_part(request):
            warn(request, str(form.refusal))
            return go(back)
    shown = {"form": form, "item": item, "kind": item.rules, "back": back}
    return draw(
        request, "items/tree/move.html", shown, actor=actor, project=project, section=item.rules.plural,
        status=form.status,
    )  # fmt: skip
