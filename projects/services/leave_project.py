"""A member goes."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from projects.access import lock
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require, require_person
from projects.services.set_role import set_role


@transaction.atomic
def leave_project(*, actor: Actor, project: Project) -> None:
    """The person's own role is gone, and with it their agents' access; what they wrote stays under their name.

    Raises NotFound for who can't see the project, Denied for an agent, Conflict for the last active owner and for who
    has no role of their own to give back.
    """
    require(actor, Capability.READ, project)
    require_person(actor)
    held = lock(project)
    membership = held.memberships.select_related("user").filter(user=actor.user_id).first()
    if membership is None:
        raise Conflict("You have no role of your own in this project. Leave the organization that gives you one.")
    set_role(project=held, user=membership.user, role=None)
