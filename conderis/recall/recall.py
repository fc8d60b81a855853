"""Recall: the bounded index at the start of work.

Each part is gathered by a section of its own and cut on its own; `budget.fit` keeps the whole within its
bound to the character. What is recalled is data: one line an entry, quoted, without invisible characters.
"""

from conderis.core.actor import Actor
from conderis.recall.budget import Section, fit
from conderis.recall.entry import Part, written
from conderis.recall.marks import seen_until
from conderis.recall.rows import Shelf, Where
from conderis.recall.sections import changes, head, instructions, items, projects, proposals, upstream
from items.search.terms import Term, read_terms
from projects.models import Project

MAX_CHARS_LEAST = 500
MAX_CHARS_DEFAULT = 6_000
MAX_CHARS = 20_000
FOCUS_MAX = 4_000  # characters of a focus that count
FOCUS_TERMS = 24
ENTRY_LENGTH = 100  # characters of a short entry: no more rows of a kind are read than fit at this length


def recall(actor: Actor, project: Project | None, *, focus: str = "", max_chars: int = MAX_CHARS_DEFAULT) -> str:
    """At most ``max_chars`` characters (500 to 20,000, measured on the final string) of what matters in the project.

    Without a project: the caller's personal memories and projects. With ``focus`` memories and pages are ranked by
    relevance to it. Notes that this key has recalled the project now.
    """
    terms = read_terms(focus[:FOCUS_MAX], FOCUS_TERMS) if focus.strip() else []
    if project is None:
        shelf = Shelf(actor, None, Where.OWN)
        sections = [*_gathered(shelf, terms, [], max_chars), projects.section(actor)]
        return fit(head.personal_lines(), sections, max_chars)
    shelf = Shelf(actor, project, Where.PROJECT)
    since = seen_until(actor, project)
    tasks, *others = _gathered(shelf, terms, [changes.part(actor, project, since)], max_chars)
    waiting = proposals.sections(actor, project, since, max_chars // ENTRY_LENGTH)
    sections = [*instructions.sections(project), tasks, *waiting, *others]
    return fit(head.lines(actor, project, shelf.shown), sections, max_chars)


def _gathered(shelf: Shelf, terms: list[Term], changed: list[Part], max_chars: int) -> list[Section]:
    """The tasks, what changed, everything else, and what the upstream knows."""
    most = max_chars // ENTRY_LENGTH
    first, *others = items.parts(shelf, terms, most)
    inherited = upstream.parts(shelf.actor, shelf.project, most) if shelf.project is not None else []
    return written(shelf.actor, shelf.project, [first, *changed, *others, *inherited])
