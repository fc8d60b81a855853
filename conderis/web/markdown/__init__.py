"""Stored text, which is Markdown of anyone's making, as HTML that a page may hold.

``parsing`` reads it within ``bounds``, ``rules`` and ``linking`` shape what was read, ``writing`` makes HTML, and
``cleaning`` is the only door through which that reaches a page. Raw HTML in a text is shown as the text that it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from conderis.core.actor import Actor
from conderis.web.markdown.bounds import TooMuch
from conderis.web.markdown.cleaning import clean
from conderis.web.markdown.notes import Heading
from conderis.web.markdown.parsing import Parsed, parse
from conderis.web.markdown.writing import as_it_stands
from items.selectors.references import Target, titles_of
from projects.models import Project

PREFIX = "h"


@dataclass(frozen=True, slots=True)
class Rendered:
    """HTML for a page, and its headings: none of level 1, which is the page's own."""

    html: SafeString
    toc: list[Heading]


def rendered(
    actor: Actor, project: Project | None, text: str, *, prefix: str = PREFIX, title: str | None = None
) -> Rendered:
    """The text, with links to what it refers to in the project and the caller may see. At most one query.

    Two texts on one page need two prefixes, which their headings' ids begin with. A first heading that says the
    ``title`` again is left out.
    """
    parsed = _read(text, prefix, title or "")
    if parsed is None:
        return _plain(text)
    return _show(parsed, titles_of(actor, project, parsed.notes.references) if parsed.notes.references else {})


def render(text: str, *, refs: Mapping[str, Target], prefix: str = PREFIX) -> Rendered:
    """The text with links to ``refs``, which `references` named; any other reference stays text. No query."""
    parsed = _read(text, prefix)
    return _plain(text) if parsed is None else _show(parsed, refs)


def references(text: str) -> list[str]:
    """What the text refers to, ``#12`` and ``memory:345``, outside of code and links; the first 200 of them."""
    parsed = _read(text, PREFIX)
    return [] if parsed is None else parsed.notes.references


def _read(text: str, prefix: str, title: str = "") -> Parsed | None:
    """None where reading it all would take too long."""
    try:
        return parse(text, prefix, title)
    except TooMuch:
        return None


def _show(parsed: Parsed, refs: Mapping[str, Target]) -> Rendered:
    return Rendered(clean(parsed.html(refs)), parsed.notes.toc)


def _plain(text: str) -> Rendered:
    return Rendered(clean(as_it_stands(text)), [])


__all__ = ["Heading", "Rendered", "references", "render", "rendered"]
