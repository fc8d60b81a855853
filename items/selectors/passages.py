"""What the page of a search shows of the items it found: titles and passages, with the words that were looked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models.fields.json import KT

from conderis.core.actor import Actor
from items.search.hits import candidates
from items.search.marking import Marker, Segment
from items.search.terms import Term, stems_of
from items.selectors.references import named
from projects.models import Project


@dataclass(frozen=True, slots=True)
class Passages:
    """An item's title, and what it says of what was looked for: in pieces of text, marked or not.

    ``passage`` is of the summary or the content, whichever holds more; where neither holds anything, their beginning.
    """

    title: list[Segment]
    passage: list[Segment]


def passages(actor: Actor, project: Project | None, refs: Iterable[str], terms: Sequence[Term]) -> dict[str, Passages]:
    """For the items of one page, named ``#12`` or ``memory:345``: by the same name, as far as the caller may see them.

    Two queries: the texts of these items alone, and the stems of those words that look like a term's.
    """
    rows = named(actor, project, refs).only("kind", "number", "project_id", "title", "summary")
    texts = {item.ref: (item.title or "", item.summary or "", item.content or "")
             for item in rows.annotate(content=KT("state__content"))}  # fmt: skip
    stems = stems_of(candidates(terms, (text for each in texts.values() for text in each)))
    marker = Marker(terms, stems)
    return {ref: Passages(marker.line(title), marker.passage(*rest)) for ref, (title, *rest) in texts.items()}
