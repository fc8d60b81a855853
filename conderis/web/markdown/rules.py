"""What a text's tokens become before they are written: headings below the page's own, cells without a style."""

import re
from collections.abc import Iterator, Sequence

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from conderis.core.text import one_line
from conderis.web.markdown.notes import Heading, notes_of

LOWEST = 6
ID_MAX = 80  # characters of a heading that stand in its id
_NO_PART_OF_AN_ID = re.compile(r"[^\w\s-]+")


def name_headings(state: StateCore) -> None:
    """Headings from level 2 down, whatever they begin with, since level 1 is the page's own, each with an id that no
    other on the page has; those of the text itself are listed."""
    notes = notes_of(state.env)
    if notes.title and _heading_at(state.tokens, 0) == one_line(notes.title):
        del state.tokens[:3]
    down = 2 - min((int(token.tag[1:]) for token in state.tokens if token.type == "heading_open"), default=2)
    ids = _Ids(notes.prefix)
    for place, token in enumerate(state.tokens):
        if token.type not in {"heading_open", "heading_close"}:
            continue
        level = min(int(token.tag[1:]) + down, LOWEST)
        token.tag = f"h{level}"
        if token.type == "heading_open":
            text = _heading_at(state.tokens, place)
            token.attrs["id"] = ident = ids.of(text)
            if token.level == 0:
                notes.toc.append(Heading(level, text, ident))


def _heading_at(tokens: Sequence[Token], place: int) -> str:
    """What the heading that begins there says; nothing where none does."""
    if len(tokens) <= place or tokens[place].type != "heading_open":
        return ""
    return one_line(visible(tokens[place + 1].children or []))


def align_cells(state: StateCore) -> None:
    """A class in the place of the style that markdown-it gives the cells of an aligned column."""
    for token in state.tokens:
        style = token.attrs.pop("style", None)
        if style is not None:
            token.attrs["class"] = str(style).replace("text-align:", "align-")


def keep_footnotes(state: StateCore) -> None:
    """A footnote that nothing refers to is shown as well, after the others: nobody may hide text in one."""
    footnotes = state.env.get("footnotes", {"refs": {}, "list": {}})
    for label, place in footnotes["refs"].items():
        if place < 0:
            footnotes["list"][len(footnotes["list"])] = {"label": label[1:], "count": 0}


def visible(children: Sequence[Token]) -> str:
    """What a reader sees of a line's tokens, as plain text."""
    return "".join(_seen(children))


def _seen(children: Sequence[Token]) -> Iterator[str]:
    for token in children:
        if token.type in {"softbreak", "hardbreak"}:
            yield "\n"
        elif token.type == "image":
            yield visible(token.children or [])
        else:
            yield token.content


class _Ids:
    """Ids of headings, alike whenever the text is: its words, and a number where another has them."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def of(self, text: str) -> str:
        words = _NO_PART_OF_AN_ID.sub("", text.lower()).split()
        slug = wanted = "-".join(words)[:ID_MAX] or "section"
        while slug in self._taken:
            self._next[wanted] = self._next.get(wanted, 0) + 1
            slug = f"{wanted}-{self._next[wanted]}"
        self._taken.add(slug)
        return f"{self._prefix}-{slug}"
