"""The first lines: the guide's version, the project, the caller's role, the counts."""

from conderis.core.actor import Actor
from conderis.core.text import quoted
from conderis.recall.guide import LABEL
from conderis.recall.rows import Totals
from items.kinds import KINDS
from projects.models import Project
from projects.permissions import role_of

NAME_SHOWN = 60  # characters of a project's name


def lines(actor: Actor, project: Project, totals: Totals) -> list[str]:
    role = role_of(actor, project)
    return [
        LABEL,
        f"project {project.pk} {quoted(project.name, NAME_SHOWN)}, you are {role.label if role else 'a guest'}",
        _counts(totals),
    ]


def personal_lines() -> list[str]:
    return [LABEL, "no project: your personal memories and your projects"]


def _counts(totals: Totals) -> str:
    counted = [kind for kind in KINDS.values() if kind.count]
    return ", ".join(
        f"{totals.shown(kind)} {'open ' if kind.count == 'openTasks' else ''}{kind.plural}" for kind in counted
    )
