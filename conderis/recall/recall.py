"""Recall: the bounded index at the start of work.

Each part is gathered by a section of its own and cut on its own; `budget.fit` keeps the whole within its
bound to the character. What is recalled is data: one line an entry, quoted, without invisible characters.
"""

from conderis.core.actor import Actor
from conderis.recall.budget import fit
from conderis.recall.sections import head, instructions, items, projects
from projects.models import Project

MAX_CHARS_LEAST = 500
MAX_CHARS_DEFAULT = 6_000
MAX_CHARS = 20_000


def recall(actor: Actor, project: Project | None, *, focus: str = "", max_chars: int = MAX_CHARS_DEFAULT) -> str:
    """At most ``max_chars`` characters (500 to 20,000, measured on the final string) of what matters in the project.

    Without a project: the caller's personal memories and projects. ``focus`` will rank memories and pages
    once there is search; until then it changes nothing.
    """
    del focus
    if project is None:
        sections = [*items.sections(actor, None, max_chars), projects.section(actor)]
        return fit(head.personal_lines(), sections, max_chars)
    sections = [*instructions.sections(project), *items.sections(actor, project, max_chars)]
    return fit(head.lines(actor, project), sections, max_chars)
