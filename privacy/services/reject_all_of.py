"""Reject everything that one person has asked for in a project, for the day someone locks what they shouldn't."""

from conderis.core.actor import Actor
from conderis.core.errors import Refusal
from privacy.access import deletion_for
from privacy.selectors.waiting import waiting
from privacy.services.reject_deletion import reject_deletion, require_reason
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require, require_person


def reject_all_of(*, actor: Actor, project: Project, asked_by: str, reason: str) -> tuple[int, list[Refusal]]:
    """How many were rejected, and what was refused meanwhile; each in a transaction of its own.

    ``asked_by`` is a person's id. Raises Denied without ``own`` and for agents, Missing or SecretFound for the reason.
    """
    require_person(actor)
    require(actor, Capability.OWN, project)
    require_reason(reason)
    refused = []
    done = 0
    for request in waiting(project).filter(asked_by=asked_by):
        try:
            reject_deletion(actor=actor, request=deletion_for(actor, request.pk), reason=reason)
            done += 1
        except Refusal as refusal:
            refused.append(refusal)
    return done, refused
