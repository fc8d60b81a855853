"""May this caller do that here? ``can`` for a button, ``require`` as a service's first line."""

from conderis.core.actor import Actor
from conderis.core.errors import Denied, NotFound
from projects.capabilities import ARCHIVED_PROJECT, CAPABILITIES, READ_ONLY_KEY, REVIEWED_KEY, Capability, Role
from projects.models import OrganizationMembership, Place, Project

_MEANS = {
    Capability.READ: "reading",
    Capability.WRITE: "writing: tasks, private memories and proposals",
    Capability.MODERATE: "moderating: publishing, moving, archiving and deciding proposals",
    Capability.OWN: "owning: settings, members and decisions on deletions",
}
_LEAST_ROLE = {c: min(role for role in Role if c in CAPABILITIES[role]) for c in Capability}


def role_of(actor: Actor, place: Place) -> Role | None:
    """The caller's highest role here: direct, through the organization, or reader of a public project.

    No query for what came through the door (``projects.selectors``) for the same person; otherwise one or two.
    """
    if place.seen_by == actor.user_id and place.seen_as is not None:
        return Role(place.seen_as)
    return fresh_role(actor.user_id, place)


def fresh_role(user_id: str, place: Place) -> Role | None:
    """The role as the database has it now; for what was decided on a lock. One or two queries."""
    roles = list(place.memberships.filter(user=user_id).values_list("role", flat=True))
    if isinstance(place, Project) and place.organization_id:
        through = OrganizationMembership.objects.filter(organization=place.organization_id, user=user_id)
        roles += through.values_list("role", flat=True)
    if isinstance(place, Project) and place.public:
        roles.append(Role.READER)
    return Role(max(roles)) if roles else None


def capabilities(actor: Actor, place: Place) -> frozenset[Capability]:
    """What the caller may do here: the person's role, less what archiving and the key's own limits take away."""
    role = role_of(actor, place)
    if role is None:
        return frozenset()
    allowed = CAPABILITIES[role]
    return _within_key(actor, allowed & ARCHIVED_PROJECT if _archived(place) else allowed)


def _within_key(actor: Actor, allowed: frozenset[Capability]) -> frozenset[Capability]:
    if actor.read_only:
        allowed &= READ_ONLY_KEY
    if actor.review_always:
        allowed &= REVIEWED_KEY
    return allowed


def can(actor: Actor, capability: Capability, place: Place) -> bool:
    """Whether the caller has the capability in this project or organization."""
    return capability in capabilities(actor, place)


def require(actor: Actor, capability: Capability, place: Place) -> None:
    """Refuse whoever lacks the capability.

    Raises NotFound for a caller who may not see the place, Denied with ``missing`` for the others.
    """
    role = role_of(actor, place)
    if role is None:
        raise nowhere(place)
    if capability not in READ_ONLY_KEY:
        require_writing_key(actor, capability)
    if _archived(place) and capability not in ARCHIVED_PROJECT:
        raise Denied(
            f"This project is archived, so nobody has {capability.value!r} in it; an owner can restore it in its "
            "settings.",
            missing=capability.value,
        )
    if capability not in CAPABILITIES[role]:
        needed = _LEAST_ROLE[capability].label
        raise Denied(
            f"Your role here is {role.label}, and this needs {capability.value!r} ({_MEANS[capability]}). "
            f"An owner of the {place.noun} can make you {needed}.",
            missing=capability.value,
        )
    if actor.review_always and capability not in REVIEWED_KEY:
        raise Denied(
            f"This key always needs review, so it lacks {capability.value!r} ({_MEANS[capability]}). "
            "Send the change as a proposal, or ask a person to do it.",
            missing=capability.value,
        )


def require_writing_key(actor: Actor, capability: Capability = Capability.WRITE) -> None:
    """Refuse a read-only key, before anything is looked up. Raises Denied."""
    if actor.read_only:
        raise Denied(
            f"This key is read-only, so it lacks {capability.value!r}. Use a key that may write, or ask a person.",
            missing=capability.value,
        )


def no_such_project() -> NotFound:
    return NotFound("No project with this projectId is visible to you. project_get without projectId lists yours.")


def writes(actor: Actor, place: Place) -> bool:
    """Whether the caller's person has a role that writes: a key's limits and archiving take away deeds, not sight."""
    role = role_of(actor, place)
    return role is not None and Capability.WRITE in CAPABILITIES[role]


def require_person(actor: Actor) -> None:
    """Refuse an agent's key where people decide for themselves. Raises Denied."""
    if actor.agent_id is not None:
        raise Denied("Only a person can do this, signed in; an agent can't.", missing=Capability.OWN.value)


def nowhere(place: Place) -> NotFound:
    """The one answer for a place that isn't there and for one that the caller may not see."""
    return no_such_project() if isinstance(place, Project) else no_such_organization()


def no_such_organization() -> NotFound:
    return NotFound("You are in no organization with this reference. It reads org:<id>.")


def _archived(place: Place) -> bool:
    return isinstance(place, Project) and place.archived_at is not None
