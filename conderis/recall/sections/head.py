"""The first lines: the guide's version, the project, the caller's role, the counts."""

from conderis.core.actor import Actor
from conderis.core.text import quoted
from conderis.recall.guide import LABEL
from items.kinds import KINDS
from items.selectors.counts import counts
from projects.models import Project
from projects.permissions import role_of

NAME_SHOWN = 60  # characters of a project's name


def lines(actor: Actor, project: Project) -> list[str]:
    role = role_of(actor, project)
    return [
        LABEL,
        f"project {project.pk} {quoted(project.name, NAME_SHOWN)}, you are {role.label if role else 'a guest'}",
        _counts(actor, project),
    ]


def personal_lines() -> list[str]:
    return [LABEL, "no project: your personal memories and your projects"]


def _counts(actor: Actor, project: Project) -> str:
    found = counts(actor, project)
    names = {kind.count: kind.plural for kind in KINDS.values() if kind.count}
    return ", ".join(
        f"{number} {'open ' if name == 'openTasks' else ''}{names[name]}" for name, number in found.items()
    )
