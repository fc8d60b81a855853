"""A person starts an organization."""

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.locks import hold
from projects.capabilities import Role
from projects.fields import name_value
from projects.models import Organization, OrganizationMembership
from projects.permissions import require_writing_key


@transaction.atomic
def create_organization(*, actor: Actor, name: str) -> tuple[Organization, bool]:
    """The person's own organization of this name, and whether it was made just now.

    Nobody wants two of the same name, so a second call finds the first one's, also at the same moment.
    Raises Denied for a read-only key, Missing or Invalid for the name.
    """
    require_writing_key(actor)
    name = name_value(name)
    hold("organization", actor.user_id, name)
    owned = Organization.objects.filter(memberships__user=actor.user_id, memberships__role=Role.OWNER)
    existing = owned.filter(name=name).order_by("created_at", "pk").first()
    if existing is not None:
        return existing, False
    organization = Organization.objects.create(name=name, created_by_id=actor.user_id)
    OrganizationMembership.objects.create(organization=organization, user_id=actor.user_id, role=Role.OWNER)
    return organization, True
