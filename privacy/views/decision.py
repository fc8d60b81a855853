"""A deletion request: what it is about, and the one decision on it, which a signed-in person makes here alone."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.web.answers import go
from conderis.web.forms import Form
from conderis.web.notices import tell
from conderis.web.people import for_people
from privacy.access import deletion_for, require_decider
from privacy.forms import EraseForm, RejectForm
from privacy.models import DeletionRequest
from privacy.services.approve_deletion import approve_deletion
from privacy.services.reject_deletion import reject_deletion
from privacy.views.drawing import draw_decision


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def decision(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    asked = deletion_for(actor, pk)
    if request.method != "POST":
        return draw_decision(request, actor, asked)
    require_decider(actor, asked)
    form, said = _decide(request, actor, asked)
    if not form.is_bound or form.errors:
        return draw_decision(request, actor, deletion_for(actor, pk), failed=form)  # it may be decided by now
    tell(request, said)
    return go(reverse("deletion", args=[asked.pk]))


def _decide(request: HttpRequest, actor: Actor, asked: DeletionRequest) -> tuple[Form, str]:
    """The form, with what was wrong in it or with what was refused, and what to say when nothing was."""
    decision = request.POST.get("decision")
    if decision == "approve":
        erasing = EraseForm(request.POST, shown=asked.shown)
        if erasing.is_valid():
            erasing.attempt(
                approve_deletion,
                actor=actor,
                request=asked,
                password=erasing.cleaned_data["password"],
                confirm=erasing.cleaned_data["confirm"],
                include=erasing.include,
            )
        return erasing, f"{asked.shown} is erased."
    if decision == "reject":
        rejecting = RejectForm(request.POST)
        if rejecting.is_valid():
            rejecting.attempt(reject_deletion, actor=actor, request=asked, reason=rejecting.cleaned_data["reason"])
        return rejecting, f"It stays. {asked.shown} reads as it did before."
    raise Invalid("decision", "decision must be approve or reject.")
