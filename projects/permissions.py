"""May this caller do that here? ``can`` for a button, ``require`` as a service's first line."""

from conderis.core.actor import Actor
from conderis.core.errors import Denied, NotFound
from projects.capabilities import CAPABILITIES, READ_ONLY_KEY, REVIEWED_KEY, Capability, Role
from projects.models import Membership, OrganizationMembership, Project

_MEANS = {
    Capability.READ: "reading",
    Capability.WRITE: "writing: tasks, private memories and proposals",
    Capability.MODERATE: "moderating: publishing, moving, archiving and deciding proposals",
    Capability.OWN: "owning: settings, members and decisions on deletions",
}
_LEAST_ROLE = {c: min(role for role in Role if c in CAPABILITIES[role]) for c in Capability}


def role_of(actor: Actor, project: Project) -> Role | None:
    """The caller's highest role here: direct, through the organization, or reader of a public project.

    No query for a project that came through the door (``projects.selectors``) for the same person;
    otherwise one or two.
    """
    if project.seen_by == actor.user_id and project.seen_as is not None:
        return Role(project.seen_as)
    return fresh_role(actor.user_id, project)


def fresh_role(user_id: str, project: Project) -> Role | None:
    """The role as the database has it now; for what was decided on a lock. One or two queries."""
    roles = list(Membership.objects.filter(project=project, user=user_id).values_list("role", flat=True))
    if project.organization_id:
        through = OrganizationMembership.objects.filter(organization=project.organization_id, user=user_id)
        roles += through.values_list("role", flat=True)
    if project.public:
        roles.append(Role.READER)
    return Role(max(roles)) if roles else None


def capabilities(actor: Actor, project: Project) -> frozenset[Capability]:
    """What the caller may do here: the person's role, less what the key's own limits take away."""
    role = role_of(actor, project)
    return _within_key(actor, CAPABILITIES[role]) if role else frozenset()


def _within_key(actor: Actor, allowed: frozenset[Capability]) -> frozenset[Capability]:
    if actor.read_only:
        allowed &= READ_ONLY_KEY
    if actor.review_always:
        allowed &= REVIEWED_KEY
    return allowed


def can(actor: Actor, capability: Capability, project: Project) -> bool:
    """Whether the caller has the capability in this project."""
    return capability in capabilities(actor, project)


def require(actor: Actor, capability: Capability, project: Project) -> None:
    """Refuse whoever lacks the capability.

    Raises NotFound for a caller who may not see the project, Denied with ``missing`` for the others.
    """
    role = role_of(actor, project)
    if role is None:
        raise no_such_project()
    if capability not in READ_ONLY_KEY:
        require_writing_key(actor, capability)
    if capability not in CAPABILITIES[role]:
        needed = _LEAST_ROLE[capability].label
        raise Denied(
            f"Your role here is {role.label}, and this needs {capability.value!r} ({_MEANS[capability]}). "
            f"An owner of the project can make you {needed}.",
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
    """The one answer for a project that isn't there and for one that the caller may not see."""
    return NotFound("No project with this projectId is visible to you. project_get without projectId lists yours.")
