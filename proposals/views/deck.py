"""All that the page of one proposal shows, and how one goes on from it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from conderis.web.answers import go
from conderis.web.forms import Form
from conderis.web.markdown import rendered
from conderis.web.notices import tell
from conderis.web.pages import draw, wants_part
from items.access import can_on, publishing
from items.diff import Named, compare, visible_parts
from items.diff.comparing import CONTEXT
from items.diff.fields import label_of
from items.kinds.base import Json
from items.selectors.entries import name_of
from projects.models import Project
from proposals.access import may_decide, may_withdraw, proposal_for
from proposals.forms.deciding import USUAL, RejectForm, Seeing
from proposals.models import Proposal
from proposals.selectors.readers import other_readers
from proposals.selectors.review import Review, read_review, since
from proposals.selectors.tally import decided_today
from proposals.services.deciding import Decided
from proposals.services.note_reading import note_reading
from proposals.views.saying import called, done, refused
from proposals.views.walk import Walk

BESIDE, BASE = "beside", "base"  # values of ``view`` and ``against`` in an address


def draw_deck(
    request: HttpRequest, actor: Actor, proposal: Proposal, *, failed: Seeing | None = None, last: str = ""
) -> HttpResponse:
    """The proposal's page. ``failed`` is a decision that was refused, ``last`` what became of the one before."""
    walk = Walk(request, actor, proposal.project)
    unfolded = "whole" in request.GET
    review = read_review(
        actor, proposal, from_base=request.GET.get("against") == BASE, context=None if unfolded else CONTEXT
    )
    decides = may_decide(actor, proposal) and review.standing is not None
    if decides:
        note_reading(actor=actor, proposal=proposal)
    shown = {
        "proposal": proposal,
        "review": review,
        "standing": review.standing,
        "kind": proposal.rules,
        "item": proposal.item,
        "target": name_of(proposal.item) if proposal.item is not None else None,
        "here": reverse("proposal", args=[proposal.pk]),
        "called": called(proposal),
        "walk": walk,
        "place": walk.place(proposal),
        "decides": decides,
        "withdraws": may_withdraw(actor, proposal),
        "mine": proposal.author_id == actor.user_id,
        **_standing(review),
        "readers": other_readers(actor, proposal) if proposal.pending else [],
        "tally": decided_today(actor),
        "usual": list(enumerate(USUAL, start=1)),
        "side_by_side": request.GET.get("view") == BESIDE,
        "unfolded": unfolded,
        "swapped": wants_part(request),
        "last": last,
        **_new(actor, proposal, review),
        **_restore(actor, proposal),
        "since": review.since,
        **_failed(actor, proposal, failed),
    }
    return _draw(request, actor, proposal.project, "deck", shown, status=(failed or Form()).status)


def go_on(request: HttpRequest, actor: Actor, project: Project, to: int | None, said: str = "") -> HttpResponse:
    """To another proposal, or to the end: for a swap the next one is the answer itself."""
    walk = Walk(request, actor, project)
    if not wants_part(request):
        if said:
            tell(request, said)
        return go(walk.to(to))
    if to is None:
        response = draw_end(request, actor, project, last=said)
    else:
        response = draw_deck(request, actor, proposal_for(actor, str(to), project), last=said)
    response["HX-Push-Url"] = walk.to(to)
    return response


def decided(request: HttpRequest, actor: Actor, made: Decided) -> HttpResponse:
    """After a decision, to the one that comes next."""
    proposal = made.proposal
    following = Walk(request, actor, proposal.project).place(proposal).following
    return go_on(request, actor, proposal.project, following, said=done(proposal, changed=made.changed))


def back_to(request: HttpRequest, actor: Actor, proposal: Proposal, said: str) -> HttpResponse:
    """To the same proposal again, as it is now."""
    return go_on(request, actor, proposal.project, proposal.pk, said=said)


def draw_end(request: HttpRequest, actor: Actor, project: Project, *, last: str = "") -> HttpResponse:
    """Nothing is left to decide, or only what was skipped."""
    walk = Walk(request, actor, project)
    place = walk.place(Proposal(pk=0))
    shown = {
        "walk": walk, "place": place, "onward": walk.to(place.following), "tally": decided_today(actor), "last": last,
        "swapped": wants_part(request),
    }  # fmt: skip
    return _draw(request, actor, project, "end", shown)


def _draw(
    request: HttpRequest, actor: Actor, project: Project, name: str, shown: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    return draw(
        request, f"proposals/{name}.html", shown, actor=actor, project=project, section="proposals",
        part=f"proposals/deck/{name}.html", status=status,
    )  # fmt: skip


def _new(actor: Actor, proposal: Proposal, review: Review) -> dict[str, Any]:
    """How a new item will read: its text, and what else it says."""
    known = proposal.base_version or (proposal.pending and proposal.item is not None)
    if known or review.comparison is None:
        return {}
    state: Json = proposal.state or {}
    said = compare(proposal.rules, state, state)
    telling = {each.name for each in review.comparison.short} - set(proposal.rules.places)
    if (
        called(proposal) == proposal.title and len(visible_parts(proposal.title)) == 1
    ):  # else the heading doesn't say it
        telling -= {"title"}
    text = rendered(actor, proposal.project, state.get("content") or "", title=state.get("title"))
    hidden = any(
        isinstance(part, Named)
        for diff in review.comparison.texts for row in diff.inline() for piece in row.pieces for part in piece.parts
    )  # fmt: skip
    return {
        "fresh": True,
        "said": [each for each in said.fields if each.name in telling],
        "text": text if state.get("content") else None,
        "hidden": hidden,
    }


def _standing(review: Review) -> dict[str, Any]:
    """What the decision is about, and whether one key is enough for it."""
    standing = review.standing
    if standing is None:
        return {}
    conflicts = standing.merge.conflicts
    return {
        "seen": standing.version,
        "conflicts": [label_of(name) for name in conflicts],
        "clear": standing.obstacle is None and not conflicts,
    }


def _restore(actor: Actor, proposal: Proposal) -> dict[str, Any]:
    item = proposal.item
    if item is None or not item.archived:
        return {}
    return {"archived": True, "may_restore": can_on(actor, publishing(item), item)}


def _failed(actor: Actor, proposal: Proposal, form: Seeing | None) -> dict[str, Any]:
    """What became of a decision that was refused, and its form as it was typed."""
    if form is None:
        return {}
    rejecting = form if isinstance(form, RejectForm) else None
    beside = rejecting is not None and "reason" in rejecting.errors
    found: dict[str, Any] = {"rejecting": rejecting}
    if form.refusal is not None and not beside:
        found["refused"] = refused(form.refusal, proposal)
    elif form.refusal is None:
        found["refused"] = "" if beside else "The form came back incomplete, so nothing was done. Decide again."
    if isinstance(form.refusal, Conflict) and form.version is not None and proposal.item is not None:
        found["since"] = since(actor, proposal.item, form.version) if proposal.pending else []
    return found
