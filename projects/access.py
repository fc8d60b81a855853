"""What a service needs before it changes a place: its lock, and the doors to what it points at."""

from typing import TypeVar

from conderis.accounts.models import User
from conderis.accounts.selectors import split_ref
from conderis.core.actor import Actor
from conderis.core.errors import Invalid, NotFound
from projects.capabilities import Capability
from projects.models import Organization, Place, Project
from projects.permissions import no_such_organization, nowhere, require
from projects.selectors import is_upstream_of, project_for
from projects.selectors.organizations import organization_for

P = TypeVar("P", Project, Organization, Place)


def lock(place: P) -> P:
    """The project or organization as it is now, held to the end of the transaction. Raises NotFound once it is gone.

    It doesn't carry the role of whoever came through the door: ``require`` asks the database again, so
    that a role taken away in the meantime is gone.
    """
    held = type(place).objects.select_for_update(no_key=True).filter(pk=place.pk).first()
    if held is None:
        raise nowhere(place)
    return held


def member_for(actor: Actor, place: Place, ref: object) -> User:
    """The person of ``user:<id>`` who has a role of their own in the place. Raises NotFound.

    Who is there through the project's organization alone isn't meant: their role is given and taken there.
    """
    require(actor, Capability.READ, place)
    kind, ident = split_ref(ref)
    membership = place.memberships.select_related("user").filter(user=ident).first() if kind == "user" else None
    if membership is None:
        raise NotFound(f"Nobody with this reference has a role of their own in this {place.noun}.")
    return membership.user


def upstream_for(actor: Actor, value: object, *, of: Project | None = None) -> Project | None:
    """The public project that ``value`` names as an upstream of ``of`` (None: of a new one), None for null.

    Raises NotFound for one that the caller can't see, Invalid for a private or archived one and for a circle. Of two
    calls that would close a circle together the second is refused when the caller holds "upstream".
    """
    if value is None:
        return None
    upstream = project_for(actor, value)
    if not upstream.public:
        raise Invalid("upstream", "upstream must be a public project, and this one is private.")
    if upstream.archived_at is not None:
        raise Invalid("upstream", "upstream must not be archived, and this one is.")
    if of is not None and (upstream.pk == of.pk or is_upstream_of(of, upstream)):
        raise Invalid("upstream", "upstream must not be the project itself or one of its own forks.")
    return upstream


def owned_organization(actor: Actor, value: object) -> Organization | None:
    """The organization of ``org:<id>`` that the caller owns, None for null.

    Raises NotFound for who isn't a member, Denied for a member or a key without ``own``.
    """
    if value is None:
        return None
    kind, _, ident = value.partition(":") if isinstance(value, str) else ("", "", "")
    if kind != "org":
        raise no_such_organization()
    organization = organization_for(actor, ident)
    require(actor, Capability.OWN, organization)
    return organization
