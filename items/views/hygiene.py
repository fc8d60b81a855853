"""What a project should tidy up, and how."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_readers
from conderis.web.queries import whole
from items.kinds.base import Json
from items.selectors.hygiene import fault_entries
from items.selectors.hygiene import hygiene as hygiene_of
from projects.models import Project
from projects.selectors import project_for

SHOWN, SHOWN_ALONE = 10, 50


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault as people read it: what it is, and what to do about it."""

    name: str
    icon: str
    title: str
    advice: str


FAULTS = (
    Fault(
        "contradicting", "git-compare-arrows", "Contradicting",
        "Two of these say different things: keep the one that holds, and let it supersede the other or archive that.",
    ),
    Fault(
        "stale", "history", "Stale",
        "What they were derived from has changed or is gone: read it again, then correct them or archive them.",
    ),
    Fault(
        "expired", "timer-off", "Expired",
        "Recall leaves them out already: give them a later date if they still hold, or archive them.",
    ),
    Fault(
        "autoSummaries", "bot", "Summaries that nobody wrote",
        "Recall shows the summary alone: write one line that says what it is and why it matters.",
    ),
    Fault(
        "longBlocked", "octagon-pause", "Blocked for more than 30 days",
        "Ask whoever they wait for: unblock them, or cancel what nobody will do.",
    ),
)  # fmt: skip


@require_safe
@for_readers
def hygiene(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """Every fault with its newest items, or one of them with more."""
    project = project_for(actor, project_id)
    counts = hygiene_of(actor, project)
    alone = request.GET.get("fault", "")
    offset = whole(request, "offset", 0) if alone else 0
    shown: dict[str, Any] = {"score": counts["score"], "alone": alone, "offset": offset}
    if alone:
        shown["parts"] = [_part(actor, project, alone, SHOWN_ALONE, offset)]
    else:
        shown["parts"] = [_part(actor, project, fault.name, SHOWN) for fault in FAULTS if counts[fault.name]]
    return draw(request, "items/hygiene/hygiene.html", shown, actor=actor, project=project, section="memories")


def _part(actor: Actor, project: Project, name: str, limit: int, offset: int = 0) -> Json:
    found = fault_entries(actor, project, name, limit=limit, offset=offset)
    after = offset + limit if found["total"] > offset + limit else None
    return {**found, "fault": next(fault for fault in FAULTS if fault.name == name), "after": after}
