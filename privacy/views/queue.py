"""The deletion requests of a project that wait for the caller's decision, and those that were decided."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from privacy.forms import RejectAllForm
from privacy.selectors.rows import requesters
from privacy.selectors.shelves import require_shelf, shelf_of
from privacy.services.reject_all_of import reject_all_of
from privacy.views.shelves import shelf_shown
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can, require
from projects.selectors import project_for


@require_safe
@for_people
def queue(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """For owners, and for who has asked for something private of their own; for others it isn't there."""
    project = project_for(actor, project_id)
    require_shelf(actor, project)
    return _draw(request, actor, project)


@require_POST
@for_people
def reject_all(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """Everything that one person asked for, with one reason."""
    project = project_for(actor, project_id)
    require_shelf(actor, project)
    require(actor, Capability.OWN, project)
    form = RejectAllForm(request.POST)
    if form.is_valid():
        answer = form.attempt(reject_all_of, actor=actor, project=project, **form.cleaned_data)
        if answer is not None:
            done, refused = answer
            others = f" {len(refused)} couldn’t be: {refused[0].message}" if refused else ""
            tell(request, f"{done} request{'' if done == 1 else 's'} rejected.{others}")
            return go(reverse("privacy", args=[project.pk]))
    return _draw(request, actor, project, failed=form)


def _draw(request: HttpRequest, actor: Actor, project: Project, *, failed: RejectAllForm | None = None) -> HttpResponse:
    shown = shelf_shown(request, partial(shelf_of, actor, project), reverse("privacy", args=[project.pk]))
    owner = can(actor, Capability.OWN, project)
    if owner and not shown["show"]:
        shown["requesters"] = [(each, _form(each.user_id, failed)) for each in requesters(actor, project)]
    return draw(
        request, "privacy/queue.html", shown, actor=actor, project=project, section="privacy",
        status=failed.status if failed is not None else 200,
    )  # fmt: skip


def _form(asked_by: str, failed: RejectAllForm | None) -> RejectAllForm:
    """Each requester's own form; the refused one as it was typed."""
    if failed is not None and failed.data.get("asked_by") == asked_by:
        return failed
    return RejectAllForm(initial={"asked_by": asked_by}, auto_id=f"{asked_by}_%s")
