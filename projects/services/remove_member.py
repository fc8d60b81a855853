"""An owner takes a person out of a project."""

from django.db import transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from projects.access import lock
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from projects.services.set_role import set_role


@transaction.atomic
def remove_member(*, actor: Actor, project: Project, user: User) -> None:
    """The person's own role is gone, and with it their agents' access; what they wrote stays under their name.

    Raises Denied without ``own``; Conflict for who has no role of their own here and for the last active owner.
    """
    require(actor, Capability.OWN, project)
    held = lock(project)
    require(actor, Capability.OWN, held)
    if not held.memberships.filter(user=user).exists():
        raise Conflict(
            "This person has no role of their own in this project. What its organization gives is taken there."
        )
    set_role(project=held, user=user, role=None)
