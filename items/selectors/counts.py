"""How many items of each kind the caller may see. Each count reads one index alone."""

from conderis.core.actor import Actor
from items.kinds import KINDS, Kind
from items.selectors.listing import in_place
from items.states import now_text
from projects.models import Project


def counts(actor: Actor, project: Project) -> dict[str, int]:
    """Each counted kind under its name in project_get: what its list shows without filters."""
    return {kind.count: count_of(actor, project, kind) for kind in KINDS.values() if kind.count}


def count_of(actor: Actor, project: Project | None, kind: Kind) -> int:
    """What the kind's list shows without filters, in a project or among the caller's own."""
    return in_place(actor, project).filter(kind.shown({}, now_text()), kind=kind.name).count()
