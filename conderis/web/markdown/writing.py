"""Tokens to HTML. Whatever this makes still goes through ``cleaning``."""

from collections.abc import Sequence

from markdown_it.common.utils import escapeHtml, unescapeAll
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from conderis.core.text import one_line
from conderis.web.markdown.cleaning import BACK, DONE, TO_DO
from conderis.web.markdown.linking import address
from conderis.web.markdown.notes import notes_of


def as_it_stands(text: str) -> str:
    """A text that isn't read as Markdown."""
    return _block(escapeHtml(text))


def _block(html: str, css: str = "") -> str:
    """Lines that may be wider than the page: reachable by keyboard, which is what scrolls them."""
    return f'<pre tabindex="0"{css}><code>{html}</code></pre>\n'


class Writer(RendererHTML):
    """A method is the rule for tokens of its name."""

    def reference(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        text = tokens[idx].content
        target = notes_of(env).targets.get(text)
        if target is None:
            return escapeHtml(text)
        css, title = "ref", one_line(target.title)
        if target.closed:
            css, title = "ref ref-closed", f"{title} ({target.state})"
        return f'<a class="{css}" href="{escapeHtml(address(target))}" title="{escapeHtml(title)}">{text}</a>'

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        language = unescapeAll(token.info).split(maxsplit=1)
        html = notes_of(env).highlighter.html(token.content, language[0]) if language else None
        return _block(escapeHtml(token.content)) if html is None else _block(html, ' class="hl"')

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return as_it_stands(tokens[idx].content)

    def list_item_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        html = self.renderToken(tokens, idx, options, env)
        done = tokens[idx].meta.get("checked")
        if done is None:
            return html
        state = f'checked="" aria-label="{DONE}"' if done else f'aria-label="{TO_DO}"'
        return f'{html}<input type="checkbox" disabled="" {state}> '

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<table tabindex="0">\n'

    def footnote_anchor(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The way back to where the footnote is referred to, if anywhere."""
        meta = tokens[idx].meta
        if not env["footnotes"]["list"][meta["id"]]["count"]:
            return ""
        again = f":{meta['subId']}" if meta["subId"] else ""
        return f' <a href="#fnref-{notes_of(env).prefix}-{meta["id"] + 1}{again}" aria-label="{BACK}">\u21a9\ufe0e</a>'
