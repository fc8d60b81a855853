"""How many proposals wait."""

from conderis.core.actor import Actor
from projects.models import Project
from proposals.access import sees_all
from proposals.models import Proposal
from proposals.selectors.waiting import shelf_of


def pending_count(actor: Actor, project: Project) -> int:
    """Those that the caller sees and could read. One query."""
    return shelf_of(actor, project, Proposal.Status.PENDING).count()


def waiting_count(actor: Actor, project: Project) -> int | None:
    """The same for whoever sees all of them; None for others. At most one query."""
    return pending_count(actor, project) if sees_all(actor, project) else None
