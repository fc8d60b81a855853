"""The change of a role in an organization. Like ``set_role`` it asks for nobody's right."""

from django.db import transaction

from conderis.accounts.models import User
from projects.access import lock
from projects.capabilities import Role
from projects.models import Organization, OrganizationMembership
from projects.services.roles import assign


@transaction.atomic
def set_organization_role(
    *, organization: Organization, user: User, role: Role | None
) -> OrganizationMembership | None:
    """The person's role in every project of the organization from now on; None takes it away. Again: unchanged.

    Raises Conflict where no active owner would be left, Invalid for a role to a disabled person.
    """
    held = lock(organization)
    membership: OrganizationMembership | None = assign(members=held.memberships, of=held, user=user, role=role)
    return membership
