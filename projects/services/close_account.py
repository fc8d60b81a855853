"""A person leaves for good."""

from django.db import transaction

from conderis.accounts.access import active_person, require_password
from conderis.accounts.models import User
from conderis.accounts.services.erase_person import erase_person
from conderis.core.actor import Actor
from conderis.core.errors import Conflict
from projects.capabilities import Role
from projects.models import Membership, Organization, OrganizationMembership, Place, Project


@transaction.atomic
def close_account(*, actor: Actor, password: object) -> None:
    """No sign-in, no key and no role any more; what the person wrote stays, as a former member's.

    Their places are locked before their account, so of two owners who leave at the same moment the second is refused.
    Raises Denied for an agent and a disabled person; Missing, Invalid or RateLimited for the password; Conflict while
    nobody else owns a project or organization with other members, or a project that isn't archived.
    """
    user = active_person(actor)
    require_password(user, password)
    _leave_nothing_behind(user)
    Membership.objects.filter(user=user).delete()
    OrganizationMembership.objects.filter(user=user).delete()
    erase_person(user=user)


def _leave_nothing_behind(user: User) -> None:
    """Hold what the person owns. Raises Conflict, naming each place that still needs them."""
    projects = Membership.objects.filter(user=user, role=Role.OWNER).values("project")
    organizations = OrganizationMembership.objects.filter(user=user, role=Role.OWNER).values("organization")
    held: tuple[Place, ...] = (
        *Project.objects.select_for_update(no_key=True).filter(pk__in=projects).order_by("pk"),
        *Organization.objects.select_for_update(no_key=True).filter(pk__in=organizations).order_by("pk"),
    )
    left = [place.name for place in held if _needs(place, user)]
    if left:
        raise Conflict(
            f"You are the only owner of {', '.join(left)}. Make someone else an owner there, or archive what "
            "nobody else is in, then close your account."
        )


def _needs(place: Place, user: User) -> bool:
    others = place.memberships.filter(user__is_active=True).exclude(user=user)
    if others.filter(role=Role.OWNER).exists():
        return False
    return others.exists() or (isinstance(place, Project) and place.archived_at is None)
