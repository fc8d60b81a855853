"""How many items of each kind the caller may see: one query."""

from django.db.models import Count, Q

from conderis.core.actor import Actor
from items.kinds import KINDS
from items.selectors.listing import in_place
from items.states import now_text
from projects.models import Project


def counts(actor: Actor, project: Project | None) -> dict[str, int]:
    """Each counted kind under its name in project_get: what its list shows without filters."""
    now = now_text()
    counted = {
        kind.count: Count("pk", filter=Q(kind=kind.name) & kind.shown({}, now))
        for kind in KINDS.values()
        if kind.count and (project is not None or kind.personal)
    }
    return in_place(actor, project).aggregate(**counted)
