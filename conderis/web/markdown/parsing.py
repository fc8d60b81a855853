"""Text to tokens: CommonMark with tables, strikethrough, task lists and footnotes, and what our rules add."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.footnote import footnote_plugin

from conderis.web.markdown import linking, rules
from conderis.web.markdown.bounds import NESTING_MAX, BoundedBlocks, BoundedInline, count_blocks
from conderis.web.markdown.cleaning import SCHEMES
from conderis.web.markdown.notes import Notes
from conderis.web.markdown.writing import Writer
from items.selectors.references import Target

_SCHEME = re.compile(r"([^:/?#]*):")


@dataclass(frozen=True, slots=True)
class Parsed:
    """The tokens of a text, and what the rules noted of it."""

    tokens: list[Token]
    env: EnvType
    notes: Notes

    def html(self, targets: Mapping[str, Target]) -> str:
        """Not clean yet. Those references of the text that are in ``targets`` are links."""
        self.notes.targets = targets
        parser = _parser()
        html: str = parser.renderer.render(self.tokens, parser.options, self.env)
        return html


def parse(text: str, prefix: str, title: str = "") -> Parsed:
    """Read the text; ids in it begin with ``prefix``, and a first heading that is ``title`` goes. Raises TooMuch."""
    notes = Notes(prefix, title)
    env = notes.env()
    return Parsed(_parser().parse(text, env), env, notes)


class _Parser(MarkdownIt):
    def __init__(self) -> None:
        super().__init__(renderer_cls=Writer)
        self.block, self.inline = BoundedBlocks(), BoundedInline()
        self.configure(
            "commonmark", {"html": False, "xhtmlOut": False, "tasklists": True, "maxNesting": NESTING_MAX}
        ).enable(["table", "strikethrough"]).use(footnote_plugin, inline=False)
        self.add_render_rule("footnote_anchor", Writer.footnote_anchor)  # in the place of the plugin's
        self.core.ruler.after("block", "count_blocks", count_blocks)
        self.core.ruler.before("footnote_tail", "unreferenced_footnotes", rules.keep_footnotes)
        # Before texts are joined: an escaped \#12 is still apart, and no reference.
        for rule in (linking.images_to_links, linking.find_references, linking.keep_fragments_within):
            self.core.ruler.before("text_join", rule.__name__, rule)
        for rule in (rules.name_headings, rules.align_cells):
            self.core.ruler.push(rule.__name__, rule)
        for ruler in (self.core.ruler, self.block.ruler, self.inline.ruler, self.inline.ruler2):
            ruler.getRules()  # compiled here, since two threads that did it at once could miss some

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the parser's name
        """Whether it may be a link; what may not stays the text that it was."""
        scheme = _SCHEME.match(url)
        return scheme is None or scheme[1].lower() in SCHEMES


@functools.cache
def _parser() -> _Parser:
    return _Parser()
