"""The board of a kind, and a card's move to another column."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from conderis.core.actor import Actor
from conderis.core.text import REASON_MAX
from conderis.web.answers import go
from conderis.web.forms import Form
from conderis.web.notices import tell, warn
from conderis.web.pages import draw, wants_part
from conderis.web.people import for_people, for_readers
from items.access import item_for, require_on
from items.kinds import KINDS
from items.models import Item
from items.selectors.board import board as columns_of
from projects.capabilities import Capability
from projects.selectors import project_for
from proposals.services.set_status import set_status


class StatusForm(Form):
    """Where a card goes, and why: only what waits needs a reason."""

    to = forms.CharField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        required=False,
        max_length=REASON_MAX,
        label="What does it wait for?",
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@require_safe
@for_readers
def board(request: HttpRequest, actor: Actor, project_id: str, kind: str) -> HttpResponse:
    project = project_for(actor, project_id)
    shown = {"kind": KINDS[kind], "columns": columns_of(actor, project, KINDS[kind])}
    return draw(
        request, "items/board/board.html", shown, actor=actor, project=project, section=KINDS[kind].plural,
        part="items/board/columns.html",
    )  # fmt: skip


@require_POST
@for_people
def status(request: HttpRequest, actor: Actor, project_id: str, number: int) -> HttpResponse:
    """Back to the board as it is then. Whoever has no script is asked for a missing reason on a page of its own."""
    project = project_for(actor, project_id)
    item = item_for(actor, project, number)
    require_on(actor, Capability.WRITE, item)
    form = StatusForm({**request.GET.dict(), **request.POST.dict()})
    if form.is_valid():
        sent = form.cleaned_data
        form.attempt(
            set_status, actor=actor, item=item, version=sent["version"], status=sent["to"], reason=sent["reason"]
        )
    if form.has_error("reason") and not wants_part(request):
        shown = {"form": form, "item": item, "kind": item.rules}
        return draw(request, "items/board/reason.html", shown, actor=actor, project=project, status=form.status)
    if form.errors:
        warn(request, _in_words(form, item))
    elif not wants_part(request):
        tell(request, f"{item.ref} is {form.cleaned_data['to'].replace('_', ' ')} now.")
    return go(reverse("board", args=[project.pk]))


def _in_words(form: Form, item: Item) -> str:
    """What a person needs to know: who was quicker."""
    refusal = form.refusal
    if refusal is None:
        return "This move wasn’t understood. Reload the page and try again."
    if "changedBy" in refusal.data:
        by = refusal.data["changedBy"]
        return f"{by} changed {item.ref} meanwhile, so it wasn’t moved. This is the board as it is now."
    return refusal.message
