"""The first lines: the guide's version, the project, the caller's role, the counts."""

from collections.abc import Mapping

from conderis.core.actor import Actor
from conderis.core.text import quoted
from conderis.recall.guide import LABEL
from items.kinds import KINDS
from projects.models import Project
from projects.permissions import role_of

NAME_SHOWN = 60  # characters of a project's name


def lines(actor: Actor, project: Project, shown: Mapping[str, int]) -> list[str]:
    role = role_of(actor, project)
    who = f"you are {role.label if role else 'a guest'}"
    archived = ", archived: nobody writes in it" if project.archived_at else ""
    return [
        LABEL,
        f"project {project.pk} {quoted(project.name, NAME_SHOWN)}, {who}{archived}",
        _counts(shown),
    ]


def personal_lines() -> list[str]:
    return [LABEL, "no project: your personal memories and your projects"]


def _counts(shown: Mapping[str, int]) -> str:
    counted = [kind for kind in KINDS.values() if kind.count]
    return ", ".join(
        f"{shown[kind.name]} {'open ' if kind.count == 'openTasks' else ''}{kind.plural}" for kind in counted
    )
