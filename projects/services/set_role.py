"""The change of a role itself. It asks for nobody's right: ``grant`` does, and an operator needs none."""

from django.db import transaction

from conderis.accounts.models import User
from projects.access import lock
from projects.capabilities import Role
from projects.models import Membership, Project
from projects.services.roles import assign


@transaction.atomic
def set_role(*, project: Project, user: User, role: Role | None) -> Membership | None:
    """The person's own role in the project from now on; None takes it away. Again: unchanged.

    What an organization gives, or a public project, stays beside it. The project's row is locked, so of
    two owners who leave at the same moment the second is refused.
    Raises Conflict where no active owner would be left, Invalid for a role to a disabled person.
    """
    held = lock(project)
    membership: Membership | None = assign(members=held.memberships, of=held, user=user, role=role)
    return membership
