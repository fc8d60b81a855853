"""The door to an organization, a person's organizations, and an organization's projects."""

from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Lower

from conderis.core.actor import Actor
from conderis.core.ids import is_id
from projects.capabilities import Role
from projects.models import Organization, Project
from projects.permissions import no_such_organization
from projects.selectors.projects import my_projects


def organization_for(actor: Actor, organization_id: object) -> Organization:
    """THE door: the organization as this member sees it. One query, none for what hasn't an id's form.

    Raises NotFound, which reads the same for one that isn't there and one that the caller isn't in.
    """
    found = organizations_of(actor).filter(pk=organization_id).first() if is_id(organization_id) else None
    if found is None:
        raise no_such_organization()
    return found


def organizations_of(actor: Actor) -> QuerySet[Organization]:
    """Those that the caller is a member of, by name; each carries ``seen_by`` and ``seen_as``, the person's role."""
    sight: dict[str, Any] = {"seen_by": F("memberships__user"), "seen_as": F("memberships__role")}
    mine = Organization.objects.filter(memberships__user=actor.user_id).annotate(**sight)
    return mine.order_by(Lower("name"), "pk")


def organizations_owned(actor: Actor) -> list[Organization]:
    """Those whose projects the caller may add to, by name. One query."""
    return [each for each in organizations_of(actor) if each.seen_as == Role.OWNER]


def organization_projects(actor: Actor, organization: Organization) -> QuerySet[Project]:
    """The organization's projects that are the caller's too, by name, as ``my_projects`` gives them."""
    return my_projects(actor).filter(organization=organization)
