"""A member of an organization goes."""

from django.db import transaction

from conderis.core.actor import Actor
from projects.access import lock
from projects.models import Organization
from projects.permissions import no_such_organization, require_person
from projects.services.set_organization_role import set_organization_role


@transaction.atomic
def leave_organization(*, actor: Actor, organization: Organization) -> None:
    """The person's role in it is gone, and with it the one in each of its projects; roles of their own there stay.

    Raises NotFound for who isn't in it, Denied for an agent, Conflict for the last active owner.
    """
    require_person(actor)
    held = lock(organization)
    membership = held.memberships.select_related("user").filter(user=actor.user_id).first()
    if membership is None:
        raise no_such_organization()
    set_organization_role(organization=held, user=membership.user, role=None)
