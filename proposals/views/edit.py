"""Edit a proposal, then approve what became of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.core.text import text_of
from conderis.web.answers import go
from conderis.web.markdown import rendered
from conderis.web.pages import draw
from conderis.web.people import for_people
from items.access import can_on, publishing
from items.kinds.fields import CONTENT_MAX
from projects.capabilities import Capability
from projects.permissions import require
from proposals.access import proposal_for
from proposals.forms.deciding import DecideForm
from proposals.forms.editing import ReviewForm, clashes_of
from proposals.models import Proposal
from proposals.selectors.review import open_standing, since
from proposals.selectors.standing import Standing
from proposals.services import approve as approving
from proposals.services.deciding import Decided, require_open
from proposals.services.note_reading import note_reading
from proposals.views.deck import decided, draw_deck
from proposals.views.saying import called, refused
from proposals.views.walk import Walk


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def edit(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    proposal = proposal_for(actor, str(pk))
    require(actor, Capability.MODERATE, proposal.project)
    standing = open_standing(proposal)
    if standing is None:  # decided, or locked: its own page says so
        return _too_late(request, actor, proposal)
    form = ReviewForm(actor, proposal, standing, data=request.POST if request.method == "POST" else None)
    if request.method == "POST" and "preview" not in request.POST:
        made = _approved(actor, proposal, form)
        if made is not None:
            return decided(request, actor, made)
        if isinstance(form.refusal, Conflict):
            return _meanwhile(request, actor, proposal_for(actor, str(pk)), form)
    return _draw(request, actor, proposal, standing, form)


def _too_late(request: HttpRequest, actor: Actor, proposal: Proposal) -> HttpResponse:
    if request.method != "POST":
        return go(_deck(request, actor, proposal))
    form = DecideForm(request.POST)
    form.attempt(require_open, proposal=proposal)
    return draw_deck(request, actor, proposal, failed=form)


def _approved(actor: Actor, proposal: Proposal, form: ReviewForm) -> Decided | None:
    if not form.is_valid():
        return None
    return form.attempt(
        approving.approve, actor=actor, proposal=proposal, reason=form.why, fields=form.edits, seen=form.version
    )


def _meanwhile(request: HttpRequest, actor: Actor, proposal: Proposal, form: ReviewForm) -> HttpResponse:
    """The form once more, on what is there by now; of one that was decided its page, which says by whom."""
    standing = open_standing(proposal)
    if standing is None or form.refusal is None:
        return draw_deck(request, actor, proposal, failed=form)
    more: dict[str, Any] = {"refused": refused(form.refusal, proposal)}
    if proposal.item is not None:
        more["since"] = since(actor, proposal.item, form.version or 0)
        more["clashes"] = clashes_of(proposal, standing, form)
    again = form.again(actor, proposal, standing)
    return _draw(request, actor, proposal, standing, again, status=form.status, **more)


def _draw(
    request: HttpRequest,
    actor: Actor,
    proposal: Proposal,
    standing: Standing,
    form: ReviewForm,
    *,
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    note_reading(actor=actor, proposal=proposal)
    item, project = proposal.item, proposal.project
    shown = {
        "proposal": proposal,
        "standing": standing,
        "called": called(proposal),
        "item": item,
        "form": form,
        "conflicts": [form.controls[name].label.lower() for name in standing.merge.conflicts if name in form.controls],
        "may_restore": item is not None and can_on(actor, publishing(item), item),
        "archived": item is not None and item.archived,
        "back": _deck(request, actor, proposal),
        "walk": Walk(request, actor, project),
        "clashes": clashes_of(proposal, standing),
        "preview_url": reverse("preview", args=[project.pk]),
        **more,
    }
    if "preview" in request.POST:
        text = form.attempt(text_of, field="content", value=form["content"].value(), maximum=CONTENT_MAX)
        shown["preview"] = rendered(actor, project, text) if text is not None else None
    return draw(
        request, "proposals/edit.html", shown, actor=actor, project=project, section="proposals",
        status=form.status if status is None else status,
    )  # fmt: skip


def _deck(request: HttpRequest, actor: Actor, proposal: Proposal) -> str:
    return Walk(request, actor, proposal.project).to(proposal.pk)
