"""How much of a text is read as Markdown. Past these bounds, which no text by people reaches, it is shown as it stands.

Without them a text of 100,000 characters can cost minutes, and markdown-it drops what is nested too deep.
"""

from copy import copy

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from conderis.web.markdown.notes import notes_of

NESTING_MAX = 40  # levels; a list in a list is two
QUOTED_MAX = 100_000  # lines looked at in quotes, once for each level
BLOCKS_MAX = 50_000  # tokens of blocks
BRACKETS_DEEP = 6  # levels of brackets in brackets that are taken for links; each costs a look at all that follows


class TooMuch(Exception):
    """The text passes one of the bounds."""


class BoundedBlocks(ParserBlock):
    """Refuses what the parser would leave out silently, and quotes in quotes that it would look at again and again."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803  # the parser's names
        if state.level >= NESTING_MAX:
            raise TooMuch
        if state.parentType == "blockquote":
            notes = notes_of(state.env)
            notes.quoted += endLine - startLine
            if notes.quoted > QUOTED_MAX:
                raise TooMuch
        super().tokenize(state, startLine, endLine)


class BoundedInline(ParserInline):
    """Reads brackets less deep than blocks; what is deeper stays text."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        shallow = copy(md)
        shallow.options = OptionsDict({**md.options, "maxNesting": BRACKETS_DEEP})  # type: ignore[typeddict-item]
        return super().parse(src, shallow, env, tokens)


def count_blocks(state: StateCore) -> None:
    """A rule between blocks and what stands in them."""
    if len(state.tokens) > BLOCKS_MAX:
        raise TooMuch
