"""All that the page of a decision shows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from conderis.core.actor import Actor
from conderis.web.forms import Form
from conderis.web.pages import draw
from privacy.access import is_private
from privacy.forms import EraseForm, RejectForm
from privacy.models import DeletionRequest
from privacy.selectors.contents import Contents
from privacy.selectors.derived import derived_from
from privacy.selectors.effect import effect_of
from privacy.selectors.places import places_of_trace
from privacy.selectors.reveals import reveals_of
from privacy.selectors.rows import names_of_people, row_of
from privacy.selectors.trace import trace_of
from privacy.views.words import button, further


def draw_decision(
    request: HttpRequest,
    actor: Actor,
    asked: DeletionRequest,
    *,
    failed: Form | None = None,
    revealed: Contents | None = None,
) -> HttpResponse:
    """``failed`` is the form that was refused; ``revealed`` is shown on this page alone, never kept."""
    row = row_of(asked, names_of_people([asked]))
    looks, looks_total = reveals_of(asked)
    shown: dict[str, Any] = {
        "row": row,
        "asked": asked,
        "private": is_private(asked),
        "needs_two": asked.project is not None and asked.project.deletion_needs_two,
        "asked_myself": asked.asked_by_id == actor.user_id,
        "looks": looks,
        "looks_total": looks_total,
        "revealed": revealed,
        "refused": failed.refusal if failed is not None and failed.refusal is not None else None,
        "queue": reverse("privacy", args=[asked.project_id]) if asked.project_id else reverse("my-privacy"),
        **(_to_decide(actor, asked, failed) if asked.pending else _decided(actor, asked)),
    }
    return draw(
        request,
        "privacy/decision.html",
        shown,
        actor=actor,
        project=asked.project,
        section="privacy" if asked.project_id else "me",
        status=failed.status if failed is not None else 200,
    )


def _to_decide(actor: Actor, asked: DeletionRequest, failed: Form | None) -> dict[str, Any]:
    effect, trace = effect_of(asked), trace_of(actor, asked)
    erasing = failed if isinstance(failed, EraseForm) else EraseForm(shown=asked.shown)
    places = places_of_trace(asked, trace)
    ticked = {place.name for place in places} & set(erasing.include)
    return {
        "effect": effect,
        "button": button(asked, effect),
        "further": further(len(ticked)),
        "places": places,
        "ticked": ticked,
        "complete": trace.complete,
        "erasing": erasing,
        "rejecting": failed if isinstance(failed, RejectForm) else RejectForm(),
    }


def _decided(actor: Actor, asked: DeletionRequest) -> dict[str, Any]:
    if asked.status != DeletionRequest.Status.APPROVED:
        item = asked.item
        return {"entry": {"number": item.number, "ref": item.ref} if item is not None else None}
    derived, total = derived_from(actor, asked)
    # Stored with the request by the search that proves the erasure, once that has run.
    certificate = getattr(asked, "certificate", None)
    hits = sum(each["hits"] for each in certificate.get("stores", ())) if certificate else 0
    proving = hasattr(asked, "certificate") and not certificate
    return {"derived": derived, "derived_total": total, "certificate": certificate, "hits": hits, "proving": proving}
