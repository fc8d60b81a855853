"""Stored text as HTML for a page: what Markdown becomes, and what it never becomes."""

import re

import pytest

from conderis.web.markdown import Heading, render
from conderis.web.markdown.cleaning import clean
from conderis.web.markdown.highlight import BLOCK_MAX, LANGUAGES, LINE_MAX, LINES_MAX


def html(text: str) -> str:
    return render(text, refs={}).html


def test_text_code_lists_quotes_and_rules() -> None:
    text = "*a* **b** ~~c~~ `d`\n\n- e\n  1. f\n\n3. g\n\n> h\n\n---\n\n    i\n"

    assert html(text) == (
        "<p><em>a</em> <strong>b</strong> <s>c</s> <code>d</code></p>\n"
        "<ul>\n<li>e\n<ol>\n<li>f</li>\n</ol>\n</li>\n</ul>\n"
        '<ol start="3">\n<li>g</li>\n</ol>\n'
        "<blockquote>\n<p>h</p>\n</blockquote>\n"
        "<hr>\n"
        '<pre tabindex="0"><code>i\n</code></pre>\n'
    )


def test_an_empty_text() -> None:
    assert html("") == html(" \n ") == ""


def test_no_heading_is_the_pages_own() -> None:
    text = "# One\n## Two\n###### Six\n\nSetext\n===\n"

    assert re.findall(r"</h(\d)>", html(text)) == ["2", "3", "6", "2"]


def test_headings_are_listed_with_ids_that_no_other_has() -> None:
    text = "# Set-up & *use*\n## Größe\n## Set-up `use`!\n# 説明\n# !!\n# Größe\n# Größe-1\n> # Quoted\n"
    rendered = render(text, refs={})

    assert rendered.toc == [
        Heading(2, "Set-up & use", "h-set-up-use"),
        Heading(3, "Größe", "h-größe"),
        Heading(3, "Set-up use!", "h-set-up-use-1"),
        Heading(2, "説明", "h-説明"),
        Heading(2, "!!", "h-section"),
        Heading(2, "Größe", "h-größe-1"),
        Heading(2, "Größe-1", "h-größe-1-1"),
    ]
    assert re.findall(r'id="([^"]*)"', rendered.html) == [heading.id for heading in rendered.toc] + ["h-quoted"]
    assert render(text, refs={}) == rendered


def test_two_texts_on_a_page_have_ids_of_their_own() -> None:
    text = "# A\n[to it](#a), a note[^1]\n\n[^1]: Of it.\n"
    first, second = render(text, refs={}), render(text, refs={}, prefix="other")

    assert 'id="h-a"' in first.html
    assert 'href="#h-a"' in first.html
    assert [heading.id for heading in second.toc] == ["other-a"]
    ids = [re.findall(r'id="([^"]*)"', each.html) for each in (first, second)]
    assert len({*ids[0], *ids[1]}) == len(ids[0]) + len(ids[1]) == 6
    for each, own in zip((first, second), ids, strict=True):
        assert set(re.findall(r'href="#([^"]*)"', each.html)) == set(own)


def test_a_very_long_heading_has_a_short_id() -> None:
    [heading] = render("# " + "word " * 1_000, refs={}).toc

    assert len(heading.id) < 100
    assert len(heading.text) == 4_999


def test_tables_align_by_class() -> None:
    text = "| a | b | c |\n|:--|:-:|--:|\n| 1 | `2` | **3** |\n"

    assert '<table tabindex="0">' in html(text)
    assert '<th class="align-left">a</th>\n<th class="align-center">b</th>\n<th class="align-right">c</th>' in html(
        text
    )
    assert '<td class="align-center"><code>2</code></td>' in html(text)
    assert "style" not in html(text)


def test_tasks_are_boxes_with_a_name_that_nobody_can_tick() -> None:
    text = "- [ ] a\n- [x] b\n- c [ ]\n"

    assert html(text) == (
        '<ul class="contains-task-list">\n'
        '<li class="task-list-item"><input type="checkbox" aria-label="To do" disabled=""> a</li>\n'
        '<li class="task-list-item"><input type="checkbox" checked="" aria-label="Done" disabled=""> b</li>\n'
        "<li>c [ ]</li>\n</ul>\n"
    )


def test_footnotes_lead_there_and_back() -> None:
    shown = html("A[^x], again[^x].\n\n[^x]: A note.\n")

    assert '<sup class="footnote-ref"><a href="#fn-h-1" id="fnref-h-1"' in shown
    assert (
        '<li id="fn-h-1" class="footnote-item"><p>A note. <a href="#fnref-h-1" aria-label="Back to the text"' in shown
    )


def test_a_footnote_that_nothing_refers_to_is_shown() -> None:
    shown = html("A[^x].\n\n[^x]: One.\n[^y]: Two.\n")

    assert "One." in shown
    assert '<li id="fn-h-2" class="footnote-item"><p>Two.</p>' in shown


def test_links_say_nothing_of_where_they_are_followed_from() -> None:
    for target in ("https://example.org/?a=1&b=2", "mailto:a@example.org", "/p/x/", "?q=a", "#top"):
        assert 'rel="nofollow noopener noreferrer">x</a>' in html(f'[x]({target} "t")')
    assert 'href="https://example.org/?a=1&amp;b=2" title="t"' in html('[x](https://example.org/?a=1&b=2 "t")')
    assert 'href="https://example.org/a"' in html("<https://example.org/a>")
    assert 'href="mailto:a@example.org"' in html("<a@example.org>")
    assert "<a" not in html("https://example.org/a")


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript&colon;alert(1)", "&#x6A;avascript:alert(1)",
        "java\\script:alert(1)", "vbscript:x", "VBScript:x", "data:text/html,<b>",
        "data:image/svg+xml;base64,PHN2Zz4=", "file:///etc/passwd", "ftp://example.org", "blob:x", "view-source:x",
        "<javascript:alert(1)>", "<java&Tab;script:alert(1)>", "<java&NewLine;script:alert(1)>",
        "<\N{NO-BREAK SPACE}javascript:alert(1)>", "feed:javascript:alert(1)",
    ],
)  # fmt: skip
def test_nothing_else_is_a_link(target: str) -> None:
    for text in (f"[x]({target})", f"![x]({target})", f"[x]\n\n[x]: {target}", f"<{target}>", f"[x](  {target} 't')"):
        assert "<a" not in html(text)


def test_no_entity_is_decoded_twice() -> None:
    assert '<a href="&amp;#1;javascript:x"' in html("[x](&#1;javascript:x)"), "a fragment of this page's path"


def test_an_image_is_a_link_so_that_nothing_is_loaded() -> None:
    assert html("![A *map*](https://example.org/a.png 'Of it')") == (
        '<p><a href="https://example.org/a.png" title="Of it" rel="nofollow noopener noreferrer">A map</a></p>\n'
    )
    assert ">image</a>" in html("![](/a.png)")
    assert html("[![badge](/b.svg)](/c)") == '<p><a href="/c" rel="nofollow noopener noreferrer">badge</a></p>\n'
    assert html("![a ![b](/b) c](/d)") == '<p><a href="/d" rel="nofollow noopener noreferrer">a b c</a></p>\n'
    assert "![x](data:image/png;base64,iVBOR)" in html("![x](data:image/png;base64,iVBOR)")


RAW = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<style>*{display:none}</style>", "<!-- hidden -->",
    "<svg onload=alert(1)><a xlink:href='javascript:x'>y</a></svg>", "<?php x ?>", "<!DOCTYPE html>", "<![CDATA[x]]>",
    "<iframe src=//x>", "</article></main>", "<a href=x onclick=y>", "<b>bold</b>", "<input type=text>", "<x y='",
    "<math><mtext></math>", "<form action=x>", "<base href=//x>", "<meta http-equiv=refresh>", "<<script>a", '"><b>',
    "&lt;script&gt;", "<scr\nipt>", "<p style=x>", "<h1 id=x>", "<noscript><p title='</noscript><b>'>",
]  # fmt: skip
AROUND = [
    "{}", "a {} b", "# {}", "> {}", "- {}", "`{}`", "```\n{}\n```", "[{}](/x)", "[x](/x '{}')", "![{}](/x)", "    {}",
    "| {} |\n|-|\n", "**{}**", "[^1]\n\n[^1]: {}", "```{}\n```", "{0}\n{0}",
]  # fmt: skip
TAGS = "p h2 blockquote ul ol li code pre a table thead tbody tr th td strong em hr section sup"


@pytest.mark.parametrize("raw", RAW)
def test_raw_html_is_no_html_wherever_it_stands(raw: str) -> None:
    for around in AROUND:
        shown = html(around.format(raw))
        assert set(re.findall(r"<(\w+)", shown)) <= set(TAGS.split()), around
        attributes = set(re.findall(r"<[^>]* ([\w-]+)=", shown))
        assert attributes <= {"id", "href", "title", "rel", "class", "tabindex", "aria-label"}, around


def test_raw_html_is_shown() -> None:
    assert html("<script>alert(1)</script>") == "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"
    assert html("a <!-- b --> c") == "<p>a &lt;!-- b --&gt; c</p>\n"
    assert html("&lt;b&gt; &amp;lt; &copy;") == "<p>&lt;b&gt; &amp;lt; ©</p>\n"


def test_nothing_else_passes_the_door() -> None:
    """Whatever the writer would come to write."""
    hostile = (
        '<script>a</script><a href="javascript:b" onclick="c" style="d" class="menu ref" target="e" id="x">f</a>'
        '<img src="//g"><input type="text" name="h"><p id="i" class="j">k</p><pre tabindex="1" class="hl l"></pre>'
    )

    assert clean(hostile) == (
        'a<a class="ref" id="x" rel="nofollow noopener noreferrer">f</a>'
        '<input disabled=""><p>k</p><pre class="hl"></pre>'
    )


def test_code_has_the_colours_of_its_language() -> None:
    shown = html("```python title=x\ndef f():\n    return '<b>'  # why\n```\n")

    assert '<pre tabindex="0" class="hl"><code><span class="k">def</span>' in shown
    assert '<span class="c1"># why</span>' in shown
    assert "&lt;b&gt;" in shown
    assert "style" not in shown


@pytest.mark.parametrize("language", ["", "nonsense", "postgresql", "http", "__import__", "../../x", "Ünïcode", "&lt;"])
def test_code_of_an_unknown_language_is_plain(language: str) -> None:
    assert html(f"```{language}\na < b\n```") == '<pre tabindex="0"><code>a &lt; b\n</code></pre>\n'


def test_code_is_shown_to_the_character() -> None:
    for language in ("", "nonsense", *sorted(LANGUAGES)):
        code = '\n\n  a <b> &amp; \'c\n\t"d" \\ /* é 説明 #12 */\n\n\n'
        shown = html(f"```{language}\n{code}```")
        [plain] = re.findall(r"<code>(.*)</code>", re.sub(r"</?span[^>]*>", "", shown), re.DOTALL)
        assert plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == code, language


@pytest.mark.parametrize(
    "code", ["a = 1\n" * (BLOCK_MAX // 6 + 1), "\n" * (LINES_MAX + 1), "a = '" + "b" * LINE_MAX + "'\n"]
)
def test_more_code_than_people_read_is_plain(code: str) -> None:
    assert "span" not in html(f"```python\n{code}```")
    assert "span" in html("```python\na = 1\n```")


def test_code_within_a_text_stays_its_text() -> None:
    """Or a language that wasn't tried with hostile text could be named there."""
    assert '<span class="s">&lt;% a %&gt;</span>' in html("~~~md\n```erb\n<% a %>\n```\n~~~")


def test_direction_characters_stay_within_their_text() -> None:
    """They are shown as they are, where a block ends their effect; a list of headings has none."""
    rendered = render("# a\N{RIGHT-TO-LEFT OVERRIDE}b\n\nc\N{RIGHT-TO-LEFT ISOLATE}d", refs={})

    assert rendered.toc == [Heading(2, "ab", "h-ab")]
    assert "c\N{RIGHT-TO-LEFT ISOLATE}d" in rendered.html
