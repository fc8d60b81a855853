"""Who is in a project, and who can be given work in one."""

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import agent_title, split_ref
from conderis.core.actor import Actor
from projects.capabilities import Capability
from projects.models import Membership, OrganizationMembership, Project
from projects.permissions import require

MAX_ASSIGNEES = 100


def can_see(project: Project, user_id: str) -> bool:
    """Whether this person, while active, may read the project. One query."""
    return _who_can_see(project).filter(pk=user_id).exists()


def _who_can_see(project: Project) -> QuerySet[User]:
    people = User.objects.filter(is_active=True)
    return people if project.public else people.filter(_member_of(project))


def _member_of(project: Project) -> Q:
    direct = Q(pk__in=Membership.objects.filter(project=project).values("user"))
    if project.organization_id is None:
        return direct
    through = OrganizationMembership.objects.filter(organization=project.organization_id)
    return direct | Q(pk__in=through.values("user"))


def assignees(actor: Actor, project: Project) -> list[dict[str, str]]:
    """Who can be given work here: the members, then their live agents, each by name; at most 100 in all.

    A public project's strangers can be given work too, by their reference, but aren't listed. Two queries
    for a project that came through the door. Raises NotFound for who may not see the project.
    """
    require(actor, Capability.READ, project)
    members = User.objects.filter(_member_of(project), is_active=True)
    people = members.order_by(Lower("name"), "pk").values_list("pk", "name")[:MAX_ASSIGNEES]
    listed = [{"ref": f"user:{pk}", "name": name} for pk, name in people]
    agents = (
        Agent.objects.filter(owner__in=members, revoked_at=None)
        .order_by(Lower("name"), Lower("owner__name"), "pk")
        .values_list("pk", "name", "owner__name")[: MAX_ASSIGNEES - len(listed)]
    )
    return listed + [{"ref": f"agent:{pk}", "name": agent_title(name, owner)} for pk, name, owner in agents]


def assignable(project: Project, ref: object) -> bool:
    """Whether a task here may go to this person or live agent: active, and able to see the project.

    One query, none for what isn't a reference.
    """
    kind, ident = split_ref(ref)
    if kind == "user":
        return can_see(project, ident)
    if kind == "agent":
        return Agent.objects.filter(pk=ident, revoked_at=None, owner__in=_who_can_see(project)).exists()
    return False
