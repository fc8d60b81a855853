"""/guide/: what Conderis is, for people, and below it what agents read. The one text of `conderis.recall.guide`, set in
headings and lists."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from conderis.recall.guide import LABEL, TEXT
from conderis.web.pages import draw
from conderis.web.people import actor_of

_HEADING = re.compile(r"[A-Z][A-Z ]+")
_BULLET = re.compile(r"(- |\d+\. )")
_TERM = re.compile(r"([\w ]{1,20}):(?= )")  # what a bullet is about: "memory: one thing worth knowing"
_IDENTIFIER = re.compile(r"\b((?:[a-z]+\.)?(?:[a-z]+(?:_[a-z]+)+|[a-z]+[A-Z]\w*))\b")  # item_get, text.nextOffset


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or the bullets of a list."""

    tag: str  # p, ul or ol
    lines: list[SafeString]


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    anchor: str
    blocks: list[Block]


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    shown = {"sections": list(sections(TEXT)), "label": LABEL}
    return draw(request, "web/guide.html", shown, actor=actor_of(request), section="guide")


def sections(text: str) -> Iterator[Section]:
    """The text's parts; a line in capitals begins one. What stands before the first is one too, without its label."""
    title, lines = "", list[str]()
    for line in [*text.removeprefix(LABEL).splitlines(), "END"]:
        if _HEADING.fullmatch(line):
            yield Section(title, f"agents-{slugify(title)}", list(_blocks(lines)))
            title, lines = line.capitalize(), []
        elif line:
            lines.append(line)


def _blocks(lines: list[str]) -> Iterator[Block]:
    for tag, group in groupby(lines, _tag):
        if tag == "p":
            yield from (Block(tag, [_set(line)]) for line in group)
        else:
            yield Block(tag, [_bullet(line) for line in group])


def _tag(line: str) -> str:
    bullet = _BULLET.match(line)
    if bullet is None:
        return "p"
    return "ul" if bullet[1] == "- " else "ol"


def _bullet(line: str) -> SafeString:
    said = _BULLET.sub("", line, count=1)
    term = _TERM.match(said)
    return format_html("<b>{}</b>{}", term[1], _set(said[term.end(1) :])) if term else _set(said)


def _set(text: str) -> SafeString:
    """The text with identifiers set as code: every second piece of the split is one."""
    pieces = enumerate(_IDENTIFIER.split(text))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", each) if at % 2 else each,) for at, each in pieces)
    )
