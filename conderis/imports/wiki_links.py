"""[[Links]] and #tags in a Markdown text."""

import re
from collections.abc import Iterator

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"!?\[\[([^\[\]\n|#]{1,300})(?:#[^\[\]\n|]{0,300})?(?:\|[^\[\]\n]{0,300})?\]\]")
_MARKDOWN_LINK = re.compile(r"\]\(<?([^()<>\s:#][^()<>:#\n]{0,300}\.md)(?:#[^()<>\s]{0,300})?>?\)")
_TAG = re.compile(r"(?<![\w/&#\[(])#([\w/-]{1,100})")


def without_code(text: str) -> str:
    """The text without its blocks and pieces of code, where brackets and hashes mean something else."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if fence:
            fence = "" if match and match[1].startswith(fence) else fence
        elif match:
            fence = match[1]
        else:
            kept.append(_CODE.sub("", line))
    return "\n".join(kept)


def links_in(text: str) -> Iterator[str]:
    """What [[links]], ![[embeds]] and links to .md files name, without heading and shown text."""
    for match in _LINK.finditer(text):
        yield match[1].strip()
    for match in _MARKDOWN_LINK.finditer(text):
        yield match[1].replace("%20", " ")


def tags_in(text: str) -> Iterator[str]:
    """#tags, which hold at least one sign that isn't a digit."""
    for match in _TAG.finditer(text):
        if not match[1].isdecimal():
            yield match[1]
