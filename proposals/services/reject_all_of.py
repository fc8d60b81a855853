"""Reject everything that waits of one agent, with one reason."""

from dataclasses import dataclass

from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Denied, Locked, Missing
from conderis.core.reasons import check_reason
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can
from proposals.models import Proposal
from proposals.selectors.writing import Writing
from proposals.services.reject import reject
from proposals.services.tell_author import tell_of_many

MOST = 500  # proposals of one call


@dataclass(frozen=True, slots=True)
class Rejected:
    """How many were rejected, how many someone decided or locked meanwhile, and how many are left for the next call."""

    count: int
    decided: int
    left: int


def reject_all_of(*, actor: Actor, writing: Writing, reason: str) -> Rejected:
    """Decide against what the agent proposed where the caller moderates, the oldest 500, each in its own transaction.

    Its owner gets one mail of all. Raises Denied for who moderates nowhere there, Missing without a reason, or
    SecretFound for it.
    """
    places = require_moderating(writing)
    check_reason(reason)
    if not reason.strip():
        raise Missing("reason", "Say why: the agent reads it and learns what to do instead.")
    waiting = writing.proposals().filter(project__in=places, status=Proposal.Status.PENDING, sealed=False)
    waiting = waiting.exclude(item__sealed=True).order_by("pk")
    count = decided = 0
    for proposal in waiting.select_related("item").defer("state", "item__state", "item__search")[:MOST]:
        proposal.project = places[proposal.project_id]
        if proposal.item is not None:
            proposal.item.project = proposal.project
        try:
            reject(actor=actor, proposal=proposal, reason=reason, tell=False)
            count += 1
        except (Conflict, Locked):
            decided += 1
    if count:
        tell_of_many(writing.agent, actor=actor, count=count, reason=reason)
    return Rejected(count, decided, waiting.count())


def require_moderating(writing: Writing) -> dict[str, Project]:
    """The projects in which the caller decides what the agent proposed. Raises Denied where there is none."""
    places = {project.pk: project for project in writing.shown if can(writing.actor, Capability.MODERATE, project)}
    if not places:
        raise Denied("Only someone who moderates rejects proposals.", missing=Capability.MODERATE.value)
    return places
