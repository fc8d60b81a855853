"""An owner gives or takes a role."""

from django.db import transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from projects.access import lock
from projects.capabilities import Capability, Role
from projects.models import Membership, Project
from projects.permissions import require
from projects.services.set_role import set_role


@transaction.atomic
def grant(*, actor: Actor, project: Project, user: User, role: Role | None) -> Membership | None:
    """``set_role`` by someone who owns the project, still owns it on the lock, and isn't limited by a key.

    Raises Denied without ``own``, and what ``set_role`` does.
    """
    require(actor, Capability.OWN, project)
    require(actor, Capability.OWN, lock(project))
    return set_role(project=project, user=user, role=role)
