"""Wikitext as Markdown, as far as a line says it: headings, emphasis, lists, links to the outside.

Templates, tables and the rest stay as they are; guessing at them would lose more than it shows.
"""

import re
from collections.abc import Iterator

_LIST = re.compile(r"^([*#]{1,8})[ \t]*(?![ \t])")
_BOLD = re.compile(r"'''(?!')([^'\n]{1,1000}(?:'[^'\n]{1,1000}){0,20})'''")
_ITALIC = re.compile(r"''(?!')([^'\n]{1,1000}(?:'[^'\n]{1,1000}){0,20})''")
_OUTSIDE = re.compile(r"(?<!\[)\[(https?://[^\s\[\]<>\"]{1,1000})[ \t]+([^\[\]\n]{1,500})\]")
_LINK = re.compile(r"\[\[:?([^\[\]|\n#]{1,255})(?:#[^\[\]|\n]{0,255})?(?:\|[^\[\]\n]{0,500})?\]\]")
_REDIRECT = re.compile(r"\s*#\w{1,40}\s*:?\s*\[\[([^\[\]|\n#]{1,255})", re.IGNORECASE)
_LEFT = re.compile(r"\{\{|\{\||<ref|<gallery|\[\[(?:File|Image):", re.IGNORECASE)
_LOOKED_AT = 50_000


def to_markdown(text: str) -> str:
    return "\n".join(_line(line) for line in text.replace("\r\n", "\n").strip("\n").split("\n")).rstrip("\t ")


def leaves_markup(text: str) -> bool:
    """Whether something is in it that stays wikitext."""
    return bool(_LEFT.search(text))


def links_in(text: str) -> Iterator[str]:
    """The titles of pages that are linked to."""
    for match in _LINK.finditer(text):
        yield title_of(match[1])


def redirect_in(text: str) -> str:
    match = _REDIRECT.match(text)
    return title_of(match[1]) if match else ""


def title_of(name: str) -> str:
    """A title as MediaWiki writes it: blanks for underscores, the first letter large."""
    title = " ".join(name.replace("_", " ").split())
    return title[:1].upper() + title[1:]


def prose(text: str) -> str:
    """The beginning without templates and tables, for a summary."""
    kept: list[str] = []
    depth = at = 0
    for match in re.finditer(r"\{[{|]|[|}]\}", text[:_LOOKED_AT]):
        if depth == 0:
            kept.append(text[at : match.start()])
        depth = max(depth + (1 if match[0].startswith("{") else -1), 0)
        at = match.end()
    if depth == 0:
        kept.append(text[at:_LOOKED_AT])
    return "".join(kept)


def _line(line: str) -> str:
    if line.startswith("=") and (heading := _heading(line.rstrip())):
        return heading
    if match := _LIST.match(line):
        marks = match[1]
        mark = "-" if marks[-1] == "*" else "1."
        return f"{'   ' * (len(marks) - 1)}{mark} {_inline(line[match.end() :])}"
    return _inline(line)


def _heading(line: str) -> str:
    level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
    said = line[level : len(line) - level].strip()
    return f"{'#' * level} {_inline(said)}" if level and said else ""


def _inline(text: str) -> str:
    if "''" in text:
        text = _ITALIC.sub(r"*\1*", _BOLD.sub(r"**\1**", text))
    return _OUTSIDE.sub(r"[\2](\1)", text) if "[http" in text else text
