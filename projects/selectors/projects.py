"""The door to a project, the lists of projects, and one project as others see it."""

from typing import Any

from django.db import connection
from django.db.models import Case, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest, Lower

from conderis.core.actor import Actor
from conderis.core.ids import is_id
from projects.capabilities import Capability, Role
from projects.models import Membership, OrganizationMembership, Project
from projects.permissions import capabilities, no_such_project
from projects.selectors.people import assignees

# `visible_projects` for one project, written out: every call of a tool comes through here, and building the
# query anew costs several times what PostgreSQL needs to answer it.
_DOOR = f"""
    SELECT project.*, %s AS seen_by, GREATEST(member.role, through.role, 0) AS member_as,
           GREATEST(member.role, through.role, CASE WHEN project.public THEN {Role.READER.value} ELSE 0 END) AS seen_as
    FROM projects_project project
    LEFT JOIN projects_membership member ON member.project_id = project.id AND member.user_id = %s
    LEFT JOIN projects_organizationmembership through
           ON through.organization_id = project.organization_id AND through.user_id = %s
    WHERE project.id = %s AND (project.public OR member.role IS NOT NULL OR through.role IS NOT NULL)
"""  # noqa: S608  the one value in it is our own
_NO_ROLE = Value(0, output_field=IntegerField())


def _seen_by(actor: Actor) -> QuerySet[Project]:
    """Every project, with what the person is in it: ``seen_as`` is a role, or 0."""
    direct = Membership.objects.filter(project=OuterRef("pk"), user=actor.user_id)
    through = OrganizationMembership.objects.filter(organization=OuterRef("organization"), user=actor.user_id)
    sight: dict[str, Any] = {
        "seen_by": Value(actor.user_id),
        "seen_as": Greatest(
            Coalesce(Subquery(direct.values("role")), _NO_ROLE),
            Coalesce(Subquery(through.values("role")), _NO_ROLE),
            Case(When(public=True, then=Value(Role.READER.value)), default=_NO_ROLE),
        ),
    }
    return Project.objects.annotate(**sight)


def visible_projects(actor: Actor) -> QuerySet[Project]:
    """What the caller may read: as a member, through an organization, or because it is public.

    Each row carries ``seen_by`` and ``seen_as``, so that ``can`` and ``require`` need no query.
    """
    return _seen_by(actor).filter(
        Q(public=True)
        | Q(pk__in=Membership.objects.filter(user=actor.user_id).values("project"))
        | Q(organization__in=OrganizationMembership.objects.filter(user=actor.user_id).values("organization"))
    )


def my_projects(actor: Actor) -> QuerySet[Project]:
    """The caller's own, directly or through an organization, by name: neither strangers' public nor archived ones."""
    return _mine(actor).filter(archived_at=None)


def archived_projects(actor: Actor) -> QuerySet[Project]:
    """Those of the caller's own that are archived, by name."""
    return _mine(actor).filter(archived_at__isnull=False)


def _mine(actor: Actor) -> QuerySet[Project]:
    return (
        _seen_by(actor)
        .filter(
            Q(pk__in=Membership.objects.filter(user=actor.user_id).values("project"))
            | Q(organization__in=OrganizationMembership.objects.filter(user=actor.user_id).values("organization"))
        )
        .order_by(Lower("name"), "pk")
    )


def project_for(actor: Actor, project_id: object) -> Project:
    """THE door: the project as this caller sees it. One query, none for what hasn't an id's form.

    Raises NotFound, which reads the same for a project that isn't there and one that is invisible.
    """
    project = None
    if is_id(project_id):
        rows = Project.objects.raw(_DOOR, [actor.user_id, actor.user_id, actor.user_id, project_id])
        project = next(iter(rows), None)
    if project is None:
        raise no_such_project()
    return project


def any_project(project_id: object) -> Project | None:
    """The project whoever may see it: for the operator's commands, never for a caller's request."""
    return Project.objects.filter(pk=project_id).first() if is_id(project_id) else None


def list_projects(actor: Actor) -> list[dict[str, Any]]:
    """The short list of the caller's own projects, by name. One query."""
    return [
        {"projectId": pk, "name": name, "role": Role(role).label, "public": public}
        for pk, name, role, public in my_projects(actor).values_list("pk", "name", F("seen_as"), "public")
    ]


def public_upstream(project: Project) -> Project | None:
    """The project that this one is a fork of, while it is public and not archived. One query, none without one."""
    if project.upstream_id is None:
        return None
    return Project.objects.filter(pk=project.upstream_id, public=True, archived_at=None).first()


def is_upstream_of(project: Project, fork: Project) -> bool:
    """Whether ``project`` stands anywhere in the line of ``fork``'s upstreams. One query."""
    with connection.cursor() as cursor:
        # UNION, not UNION ALL: it ends even if a circle were stored.
        cursor.execute(
            """
            WITH RECURSIVE line (id) AS (
                SELECT upstream_id FROM projects_project WHERE id = %s
                UNION
                SELECT upstream_id FROM projects_project JOIN line USING (id)
            )
            SELECT EXISTS (SELECT FROM line WHERE id = %s)
            """,
            [fork.pk, project.pk],
        )
        return bool(cursor.fetchone()[0])


def describe(actor: Actor, project: Project) -> dict[str, Any]:
    """One project that came through the door, without the counts of its items. Two queries, a fork's three."""
    mine = capabilities(actor, project)
    upstream = public_upstream(project)
    archived = {"archived": True} if project.archived_at else {}
    return {
        "projectId": project.id,
        "name": project.name,
        "description": project.description or None,
        "remote": project.remote or None,
        "remoteVerified": project.remote_verified_at is not None,
        "public": project.public,
        **archived,
        "upstream": upstream.id if upstream else None,
        "organization": f"org:{project.organization_id}" if project.organization_id else None,
        "permissions": {c.value: c in mine for c in (Capability.WRITE, Capability.MODERATE, Capability.OWN)},
        "assignees": assignees(actor, project),
    }
