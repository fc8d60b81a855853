"""An owner of an organization gives or takes a role in it."""

from django.db import transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from projects.access import lock
from projects.capabilities import Capability, Role
from projects.models import Organization, OrganizationMembership
from projects.permissions import require
from projects.services.set_organization_role import set_organization_role


@transaction.atomic
def grant_in_organization(
    *, actor: Actor, organization: Organization, user: User, role: Role | None
) -> OrganizationMembership | None:
    """``set_organization_role`` by someone who owns the organization, still owns it on the lock, and isn't limited by
    a key.

    Raises NotFound for who isn't in it, Denied without ``own``, and what ``set_organization_role`` does.
    """
    require(actor, Capability.OWN, organization)
    require(actor, Capability.OWN, lock(organization))
    return set_organization_role(organization=organization, user=user, role=role)
