"""Recall: the bounded index at the start of work.

Each part is gathered by a section of its own and cut on its own; `budget.fit` keeps the whole within its
bound to the character. What is recalled is data: one line an entry, quoted, without invisible characters.
"""

from conderis.core.actor import Actor
from conderis.recall.budget import fit
from conderis.recall.entry import written
from conderis.recall.sections import changes, head, instructions, items, projects, upstream
from items.search.terms import read_terms
from projects.models import Project

MAX_CHARS_LEAST = 500
MAX_CHARS_DEFAULT = 6_000
MAX_CHARS = 20_000
FOCUS_MAX = 4_000  # characters of a focus that count
FOCUS_TERMS = 24


def recall(actor: Actor, project: Project | None, *, focus: str = "", max_chars: int = MAX_CHARS_DEFAULT) -> str:
    """At most ``max_chars`` characters (500 to 20,000, measured on the final string) of what matters in the project.

    Without a project: the caller's personal memories and projects. With ``focus`` memories and pages are ranked by
    relevance to it. Notes that this key has recalled the project now.
    """
    terms = read_terms(focus[:FOCUS_MAX], FOCUS_TERMS) if focus.strip() else []
    parts = items.parts(actor, project, terms, max_chars)
    if project is None:
        sections = [*written(actor, None, parts), projects.section(actor)]
        return fit(head.personal_lines(), sections, max_chars)
    # The tasks, what changed, everything else, and what the upstream knows.
    parts = [*parts[:1], changes.part(actor, project), *parts[1:], *upstream.parts(actor, project, max_chars)]
    sections = [*instructions.sections(project), *written(actor, project, parts)]
    return fit(head.lines(actor, project), sections, max_chars)
