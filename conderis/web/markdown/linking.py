"""What becomes a link: a reference to an item, an image, a fragment."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from django.urls import reverse
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from conderis.web.markdown.notes import notes_of
from conderis.web.markdown.rules import visible
from items.search.terms import DENSE
from items.selectors.references import REFERENCE, REFERENCES_MAX, Target

TYPE = "reference"  # of its token, whose content is the reference as the text has it
_LETTER = rf"[^\W{DENSE}]"  # writing without spaces has none around a reference either
_REFERENCE = re.compile(rf"(?<![#/&])(?<!{_LETTER}){REFERENCE}(?!{_LETTER}|\.[0-9])")


def address(target: Target) -> str:
    """The page of an item."""
    if target.project_id is None:
        return reverse("personal", args=[target.pk])
    return reverse("item", args=[target.project_id, target.number])


def find_references(state: StateCore) -> None:
    """Each reference outside of code and links becomes a token of its own; the first distinct ones are noted."""
    found: dict[str, None] = {}
    for line in _lines(state):
        line.children = _with_references(line.children or [])
        found |= dict.fromkeys(child.content for child in line.children if child.type == TYPE)
    notes_of(state.env).references.extend(list(found)[:REFERENCES_MAX])


def images_to_links(state: StateCore) -> None:
    """An image is a link to it: a page loads nothing from elsewhere. Within a link its text stands alone."""
    for line in _lines(state):
        if any(child.type == "image" for child in line.children or []):
            line.children = list(_without_images(line.children or []))


def keep_fragments_within(state: StateCore) -> None:
    """A link to a heading of the text leads to the id that the heading has on the page."""
    for line in _lines(state):
        for child in line.children or []:
            href = str(child.attrs.get("href", ""))
            if href.startswith("#") and href != "#":
                child.attrs["href"] = f"#{notes_of(state.env).prefix}-{href[1:]}"


def _lines(state: StateCore) -> Iterator[Token]:
    return (token for token in state.tokens if token.type == "inline")


def _linked(children: Iterable[Token]) -> Iterator[tuple[Token, bool]]:
    """Each token with whether it stands in a link."""
    depth = 0
    for child in children:
        depth += child.nesting if child.tag == "a" else 0
        yield child, depth > 0


def _without_images(children: Sequence[Token]) -> Iterator[Token]:
    for child, linked in _linked(children):
        if child.type != "image":
            yield child
            continue
        text = Token("text", "", 0, content=visible(child.children or []) or "image", level=child.level)
        if linked:
            yield text
            continue
        attrs = {"href": child.attrs.pop("src"), **child.attrs}
        del attrs["alt"]
        yield Token("link_open", "a", 1, attrs=attrs, level=child.level)
        yield text
        yield Token("link_close", "a", -1, level=child.level)


def _with_references(children: list[Token]) -> list[Token]:
    """What stands around a reference counts as its reader sees it, so the line is looked through as a whole."""
    seen = [visible([child]) for child in children]
    found = deque(_REFERENCE.finditer("".join(seen)))
    if not found:
        return children
    made: list[Token] = []
    end = 0
    for (child, linked), text in zip(_linked(children), seen, strict=True):
        start, end = end, end + len(text)
        spans = []
        while found and found[0].start() < end:
            begin, finish = found.popleft().span()
            if finish <= end:
                spans.append((begin - start, finish - start))
        made += _cut(child, spans) if child.type == "text" and not linked else [child]
    return made


def _cut(token: Token, spans: Iterable[tuple[int, int]]) -> Iterator[Token]:
    text, done = token.content, 0
    for start, end in spans:
        yield token.copy(content=text[done:start])
        yield token.copy(type=TYPE, content=text[start:end])
        done = end
    yield token.copy(content=text[done:])
