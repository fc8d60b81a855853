"""Who is in a project or an organization, as its members see it: names and roles, never an address."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Lower

from conderis.core.actor import Actor
from conderis.core.text import require_storable
from projects.capabilities import Capability, Role
from projects.models import Membership, Organization, OrganizationMembership, Project
from projects.permissions import require

MEMBERS_MAX = 200


@dataclass(frozen=True, slots=True)
class Member:
    """One role of one person. Who has a role of their own and one through the organization is there twice.

    ``through`` is the organization that gives the role, None for a role of their own; ``active`` is false for a
    disabled person, who can't sign in.
    """

    ref: str
    name: str
    role: str
    since: datetime
    active: bool
    through: Organization | None = None


def members(actor: Actor, project: Project, *, query: str = "") -> list[Member]:
    """The roles in a project, those of people's own before those through the organization; at most 200 of each.

    Highest role first, then by name; ``query`` narrows them to names that hold it. Two queries, for a project of an
    organization three. Raises NotFound for who may not see the project.
    """
    require(actor, Capability.READ, project)
    found = _listed(project.memberships.all(), query)
    if project.organization is not None:
        found += _listed(project.organization.memberships.all(), query, through=project.organization)
    return found


def organization_members(actor: Actor, organization: Organization, *, query: str = "") -> list[Member]:
    """The roles in an organization, as `members` lists them; at most 200. Raises NotFound for who isn't in it."""
    require(actor, Capability.READ, organization)
    return _listed(organization.memberships.all(), query)


def _listed(
    rows: QuerySet[Membership] | QuerySet[OrganizationMembership], query: str, through: Organization | None = None
) -> list[Member]:
    require_storable("query", query)
    shown = rows.select_related("user").order_by("-role", Lower("user__name"), "pk")
    if query.strip():
        shown = shown.filter(user__name__icontains=query.strip())
    return [
        Member(row.user.ref, row.user.name, Role(row.role).label, row.created_at, row.user.is_active, through)
        for row in shown[:MEMBERS_MAX]
    ]
