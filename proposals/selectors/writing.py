"""The door to what one agent wrote: where, and which of it the caller sees."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from conderis.accounts.models import Agent
from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from conderis.core.ids import is_id
from items.access import visible
from items.models import Event, Version
from projects.models import Project
from projects.selectors import visible_projects
from proposals.access import sees_all
from proposals.models import Proposal


@dataclass(frozen=True, slots=True)
class Writing:
    """An agent, and the projects in which the caller sees what it wrote, as they came through the door.

    ``mine`` is the agent's owner, who sees what it wrote for them alone too. ``only`` narrows it to one project.
    """

    actor: Actor
    agent: Agent
    projects: dict[str, Project]
    mine: bool
    only: Project | None = None

    @property
    def shown(self) -> list[Project]:
        return [self.only] if self.only is not None else list(self.projects.values())

    def in_sight(self, prefix: str = "item__") -> Q:
        """Which of its items the caller sees."""
        found = Q(**{f"{prefix}project__in": [project.pk for project in self.shown]})
        if self.mine and self.only is None:
            found |= Q(**{f"{prefix}project__isnull": True})
        return found & visible(self.actor, prefix)

    def versions(self) -> QuerySet[Version]:
        return Version.objects.filter(self.in_sight(), agent=self.agent)

    def proposals(self) -> QuerySet[Proposal]:
        """The owner is their author, and whoever else came in here sees all of them in these projects."""
        return Proposal.objects.filter(agent=self.agent, project__in=[project.pk for project in self.shown])


def writing_of(actor: Actor, agent_id: object, project_id: str | None = None) -> Writing:
    """What this agent wrote: for its owner, and for whoever writes in a project where it did. Raises NotFound.

    Two queries.
    """
    agent = Agent.objects.select_related("owner").filter(pk=agent_id).first() if is_id(agent_id) else None
    if agent is None:
        raise no_such_agent()
    mine = agent.owner_id == actor.user_id
    shared = Q() if mine else Q(item__private=False)
    acted = Event.objects.filter(shared, agent=agent, project__isnull=False).values("project")
    proposed = Proposal.objects.filter(agent=agent).values("project")
    found = visible_projects(actor).filter(Q(pk__in=acted) | Q(pk__in=proposed)).order_by("name", "pk")
    projects = {project.pk: project for project in found if mine or sees_all(actor, project)}
    only = projects.get(project_id) if project_id else None
    if not (mine or projects) or (project_id and only is None):
        raise no_such_agent()
    return Writing(actor, agent, projects, mine, only)


def no_such_agent() -> NotFound:
    """The one answer for an agent that isn't there and for one whose writing the caller may not see."""
    return NotFound("There is no such agent whose writing you can see.")
