"""Texts made to cost much: the longest that can be stored are shown within two seconds, and nothing of them is lost."""

import html
import re
import time

import pytest
from pygments.lexers import get_lexer_by_name

from conderis.web.markdown import references, render
from conderis.web.markdown.bounds import NESTING_MAX
from conderis.web.markdown.highlight import LANGUAGES, LINE_MAX, Highlighter
from items.kinds.fields import CONTENT_MAX

SECONDS = 3  # of the processor, which counts more where others use the core too

REPEATED = [
    "[", "]", "![", "![_____", "[a](", "[a][b", "[](", "[[]", "![[]()", "[a](b 't", "![a](b)", "[a](http://b.c) ",
    "<http://a.b> ", "[a]: b\n", '[a]:\n"', "[^a]", "[^a]: a\n", "^[", "*", "*a_ ", "*a **b ", "a**b", "_a", "~~a", "`",
    "`\n", "```\n", ">", "> a\nb\n", "> ```\n", "- ", "- a\n", "- - - a\n", "10. 10. a\n", "- [ ] a\n", "> 1. - ",
    "> - a\n", "#", "# a\n", "<", "<a b='", "<![CDATA[", "<script>", "&", "&#x41;", "\\", "|", "|a", "a|b\n-|-\n", "a",
    "a\n", "\n", " ", "    a\n", "\r", "#1 ", "memory:1 ", "*[`<&\\!_>\n", "> * [a](b) `c` **d\n", "説明",
    "\N{RIGHT-TO-LEFT OVERRIDE}a", "\N{COMBINING ACUTE ACCENT}", "[a](javascript:b) ", "<a@b.c>",
]  # fmt: skip


def _long(text: str) -> str:
    return (text * (CONTENT_MAX // len(text) + 1))[:CONTENT_MAX]


SHAPED = {
    "fences of all lengths": "".join("`" * n + "a" for n in range(1, 446)),
    "lists in lists": "".join("  " * n + "- a\n" for n in range(314)),
    "quotes in quotes": "".join(">" * n + " a\n" for n in range(1, 445)),
    "a deep quote that goes on": "> " * 30 + "a\n" + "a\n" * 49_000,
    "deep quotes that go on": ("> " * 30 + "a\n" + "a\n" * 200) * 200,
    "a deep list that goes on": "- " * 15 + "a\n" + "a\n" * 49_000,
    "links in links": "[" * 30_000 + "a" + "](b)" * 17_000,
    "images in images": "![" * 19_000 + "a" + "](b)" * 15_000,
    "stress in stress": "*" * 50_000 + "a" + "*" * 49_000,
    "stress in stress, spaced": "*a " * 20_000 + " a*" * 13_000,
    "a wide table": "|" + "a|" * 150 + "\n|" + "-|" * 150 + "\n" + "|\n" * 49_000,
    "a very wide table": "|" + "a|" * 16_000 + "\n|" + "-|" * 16_000 + "\n" + "a\n" * 10_000,
    "a long table": "|a|b|\n|-|-|\n" + "|a|b|\n" * 16_000,
    "definitions and their uses": "".join(f"[a{n}]: b\n" for n in range(5_000)) + "[a1] " * 9_000,
    "a definition that doesn't end": "[a]: b '" + "a\n" * 49_000,
    "one footnote, often": "[^a]: b\n\n" + "[^a]" * 24_000,
    "headings that are alike": "".join(f"# a-{n % 7}\n" for n in range(14_000)),
    "headings with a number": "# a\n" * 9_000 + "".join(f"# a-{n}\n" for n in range(5_000)),
    "code in many blocks": "```python\nx = 1\n```\n" * 5_200,
    "a reference in each heading": "# #1 a\n" * 14_000,
}  # fmt: skip


def _within_time(text: str) -> str:
    assert len(text) <= CONTENT_MAX
    began = time.thread_time()
    shown = render(text, refs={}).html
    references(text[:1_000])
    assert time.thread_time() - began < SECONDS
    return shown


@pytest.mark.parametrize("text", [*map(_long, [*REPEATED, *SHAPED.values()])], ids=[*map(repr, REPEATED), *SHAPED])
def test_the_longest_texts_take_no_two_seconds(text: str) -> None:
    _within_time(text)


LEXERS = {type(get_lexer_by_name(language)): language for language in sorted(LANGUAGES)}


@pytest.mark.parametrize("language", LEXERS.values())
def test_a_block_of_code_takes_no_half_second(language: str) -> None:
    """So that a text's bound, which is asked between two blocks, holds."""
    began = time.thread_time()
    for hostile in ('\\"', "a b", "{", "/*", "<!--", "'", "def "):
        assert Highlighter().html(((hostile * LINE_MAX)[: LINE_MAX - 1] + "\n") * 3, language)
    assert time.thread_time() - began < SECONDS / 4


@pytest.mark.parametrize("deep", ["> " * 200, "- " * 200, "1. " * 200, "> - " * 100, "* > 1. " * 70])
def test_what_is_nested_too_deep_is_shown_as_it_stands(deep: str) -> None:
    """markdown-it would leave it out."""
    text = f"# A\n\n{deep}the end <b>\n"

    assert render(text, refs={}).html == f'<pre tabindex="0"><code>{html.escape(text)}</code></pre>\n'
    assert references(text + "#12") == []


def test_what_people_nest_is_read() -> None:
    levels = NESTING_MAX // 2 - 1
    text = "".join("  " * level + f"- at {level}\n" for level in range(levels))

    assert render(text, refs={}).html.count("<li>") == levels


@pytest.mark.parametrize("text", [*map(_long, [*REPEATED, *SHAPED.values()])], ids=[*map(repr, REPEATED), *SHAPED])
def test_nothing_but_what_a_text_may_hold_reaches_the_page(text: str) -> None:
    shown = render(text[:2_000], refs={}).html

    assert not re.search(
        r"<(?!/?(?:a|p|br|em|strong|s|code|pre|h[2-6]|ul|ol|li|input|blockquote|hr|table|thead|tbody|tr|th|td|sup|section|span)\b)",
        shown,
    )
    assert not re.search(r"<[^>]*\s(?:on\w+|style|src|srcset|action|formaction|xlink:href)\s*=", shown)
    assert not re.search(r'href="(?!https?:|mailto:)[^"/?#]*:', shown)
