"""/written/<agent>/: everything that one agent wrote, for the day it went wrong."""

import re

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from conderis.core.actor import Actor
from conderis.core.text import REASON_MAX
from conderis.web.answers import go
from conderis.web.forms import Form
from conderis.web.notices import tell, warn
from conderis.web.pages import draw
from conderis.web.people import for_people
from proposals.selectors.writing import Writing, writing_of
from proposals.selectors.written import count_proposals, read_done, read_versions, read_waiting
from proposals.services.reject_all_of import MOST, Rejected, reject_all_of, require_moderating
from proposals.services.undo_changes import undo_changes


class RejectAllForm(Form):
    reason = forms.CharField(
        label="Why?",
        max_length=REASON_MAX,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="It stands on each of them: the agent reads it when it recalls next, and so does its owner.",
    )


@require_safe
@for_people
def written(request: HttpRequest, actor: Actor, agent_id: str) -> HttpResponse:
    """``project`` narrows it; ``older`` and ``waiting`` are cursors."""
    writing = writing_of(actor, agent_id, request.GET.get("project"))
    shown = {
        "writing": writing,
        "counted": count_proposals(writing),
        "versions": read_versions(writing, request.GET.get("older")),
        "waiting": read_waiting(writing, request.GET.get("waiting")),
        "done": read_done(writing),
    }
    part = "proposals/written/lists.html"
    return draw(request, "proposals/written/written.html", shown, actor=actor, project=writing.only, part=part)


@require_POST
@for_people
def undo(request: HttpRequest, actor: Actor, agent_id: str) -> HttpResponse:
    """What became of each change, on a page of its own."""
    writing = writing_of(actor, agent_id)
    back = _back(writing, request.POST.get("project", ""))
    chosen = [int(each) for each in request.POST.getlist("version") if re.fullmatch("[0-9]{1,18}", each)]
    if not chosen:
        warn(request, "Nothing was selected, so nothing was undone. Tick what should be undone.")
        return go(back)
    shown = {
        "writing": writing,
        "results": undo_changes(actor=actor, writing=writing, versions=chosen),
        "back": back,
    }
    return draw(request, "proposals/written/undone.html", shown, actor=actor)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def reject_all(request: HttpRequest, actor: Actor, agent_id: str) -> HttpResponse:
    """Says how many there are, and asks why."""
    writing = writing_of(actor, agent_id, request.GET.get("project"))
    require_moderating(writing)
    form = RejectAllForm(request.POST or None)
    back = _back(writing, request.GET.get("project", ""))
    if form.is_valid():
        rejected = form.attempt(reject_all_of, actor=actor, writing=writing, **form.cleaned_data)
        if rejected is not None:
            tell(request, _said(rejected))
            return go(back)
    shown = {"writing": writing, "form": form, "counted": count_proposals(writing), "most": MOST, "back": back}
    return draw(request, "proposals/written/reject.html", shown, actor=actor, project=writing.only, status=form.status)


def _back(writing: Writing, project_id: str) -> str:
    narrowed = f"?project={project_id}" if project_id in writing.projects else ""
    return reverse("written", args=[writing.agent.pk]) + narrowed


def _said(rejected: Rejected) -> str:
    parts = [f"{rejected.count} rejected."]
    if rejected.decided:
        parts.append(f"{rejected.decided} were decided or locked meanwhile.")
    if rejected.left:
        parts.append(f"{rejected.left} are left: reject again.")
    return " ".join(parts)
