"""What a service needs before it changes a project: its lock, and the doors to what it points at."""

from conderis.core.actor import Actor
from conderis.core.errors import Denied, Invalid, NotFound
from conderis.core.ids import is_id
from projects.capabilities import CAPABILITIES, REVIEWED_KEY, Capability, Role
from projects.models import Organization, OrganizationMembership, Project
from projects.permissions import no_such_project, require_writing_key
from projects.selectors import is_upstream_of, project_for


def lock(project: Project) -> Project:
    """The project as it is now, held to the end of the transaction. Raises NotFound once it is gone.

    It doesn't carry the role of whoever came through the door: ``require`` asks the database again, so
    that a role taken away in the meantime is gone.
    """
    held = Project.objects.select_for_update(no_key=True).filter(pk=project.pk).first()
    if held is None:
        raise no_such_project()
    return held


def upstream_for(actor: Actor, value: object, *, of: Project | None = None) -> Project | None:
    """The public project that ``value`` names as an upstream of ``of`` (None: of a new one), None for null.

    Raises NotFound for one that the caller can't see, Invalid for a private one and for a circle. Of two
    calls that would close a circle together the second is refused when the caller holds "upstream".
    """
    if value is None:
        return None
    upstream = project_for(actor, value)
    if not upstream.public:
        raise Invalid("upstream", "upstream must be a public project, and this one is private.")
    if of is not None and (upstream.pk == of.pk or is_upstream_of(of, upstream)):
        raise Invalid("upstream", "upstream must not be the project itself or one of its own forks.")
    return upstream


def organization_for(actor: Actor, value: object) -> Organization | None:
    """The organization of ``org:<id>`` that the caller owns, None for null.

    Raises NotFound for who isn't a member, Denied for a member or a key without ``own``.
    """
    if value is None:
        return None
    kind, _, ident = value.partition(":") if isinstance(value, str) else ("", "", "")
    membership = (
        OrganizationMembership.objects.select_related("organization")
        .filter(organization=ident, user=actor.user_id)
        .first()
        if kind == "org" and is_id(ident)
        else None
    )
    if membership is None:
        raise NotFound("You are in no organization with this reference. It reads org:<id>.")
    require_writing_key(actor, Capability.OWN)
    if Capability.OWN not in CAPABILITIES[Role(membership.role)] or (
        actor.review_always and Capability.OWN not in REVIEWED_KEY
    ):
        raise Denied(
            "Only an owner of the organization, with a key that isn't limited, can add a project to it.",
            missing=Capability.OWN.value,
        )
    return membership.organization
