"""What a page shows of a comparison: the texts as they are, marks that are more than colour, nothing else."""

from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from items.diff import Comparison, compare
from items.kinds import KINDS

TASK = KINDS["task"]


class Cells(HTMLParser):
    """The text of each line's cell, without the labels of unseen characters."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.depth = 0
        self.label = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag == "td":
            self.depth = 1 if "diff-text" in classes else 0
            self.cells += [""] * self.depth
        self.label = "unseen-char" in classes or (self.label and tag != "span")

    def handle_endtag(self, tag: str) -> None:
        self.depth = 0 if tag == "td" else self.depth
        self.label = self.label and tag != "span"

    def handle_data(self, data: str) -> None:
        if self.depth and not self.label:
            self.cells[-1] += data


def cells(html: str) -> list[str]:
    parser = Cells()
    parser.feed(html)
    return parser.cells


def draw(before: str, after: str, layout: str = "inline", context: int | None = None) -> str:
    [text] = compare(TASK, {"content": before}, {"content": after}, context=context).texts
    return render_to_string("items/diff/text.html", {"text": text, "side_by_side": layout == "beside"})


def fields(comparison: Comparison) -> str:
    return render_to_string("items/diff/fields.html", {"comparison": comparison})


LINES = st.lists(st.text(alphabet="ab <&>\"'\téя日-", max_size=12).map(lambda line: line.rstrip(" \t")), max_size=8)


@settings(max_examples=150, deadline=None)
@given(before=LINES, after=LINES)
def test_the_texts_stand_in_the_cells_to_the_character(before: list[str], after: list[str]) -> None:
    if before == after:
        return
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (before, after))
    found = cells(draw(old, new, "beside"))
    [text] = compare(TASK, {"content": old}, {"content": new}, context=None).texts
    sides = [side for row in text.beside() for side in row.sides]
    numbered = list(zip(sides, found, strict=True))
    assert [cell for side, cell in numbered[::2] if side.number] == before
    assert [cell for side, cell in numbered[1::2] if side.number] == after


def test_it_is_inert() -> None:
    hostile = "<script>alert(1)</script> \" onclick='x' &lt; </td></table>"
    for layout in ("inline", "beside"):
        html = draw(hostile, f"{hostile} <img src=x onerror=alert(1)>", layout)
        assert "<script" not in html
        assert "<img" not in html
        assert html.count("</table>") == 1
        assert "&lt;script&gt;" in html
        assert "&amp;lt;" in html
    short = fields(compare(TASK, {"title": hostile, "tags": []}, {"title": "x", "tags": ["<b>"], "<i>": "<u>"}))
    assert not {"<script", "<b>", "<i>", "<u>"} & {
        short[place : place + 7][:size] for place in range(len(short)) for size in (3, 7)
    }


def test_a_change_is_more_than_a_colour() -> None:
    html = draw("one two\n", "one three\n")
    assert '<td class="diff-sign">±<span class="unseen">changed</span></td>' in html
    assert "one <del>two</del><ins>three</ins>" in html
    html = draw("one two\ngone\n", "one two\n")
    assert '−<span class="unseen">removed</span></td><td class="diff-text"><del>gone</del>' in html
    html = draw("one\n", "one\nnew\n", "beside")
    assert '+<span class="unseen">added</span></td><td class="diff-text is-added is-whole"><ins>new</ins>' in html
    assert '<td class="diff-text is-none"></td>' in html


def test_numbers_of_lines() -> None:
    html = draw("same\ngone\n", "same\n")
    assert '<td class="diff-line">1</td><td class="diff-line">1</td>' in html
    assert '<td class="diff-line">2</td><td class="diff-line"></td>' in html


def test_folds_say_how_many() -> None:
    lines = "".join(f"{n}\n" for n in range(20))
    assert "14 unchanged lines" not in draw(lines, lines + "x\n")
    for layout in ("inline", "beside"):
        assert "17 unchanged lines" in draw(lines, lines + "x\n", layout, context=3)
    assert "1 unchanged line<" in draw("a\n", "a\nb\n", context=0)


def test_unseen_characters_have_a_label_and_a_name() -> None:
    for layout in ("inline", "beside"):
        html = draw("safe", "safe\u202e", layout)
        assert '<span class="unseen-char" title="U+202E RIGHT-TO-LEFT OVERRIDE">RLO</span>' in html
        assert "\u202e" not in html
    assert "TAG &lt;" in draw("a", "a\U000e003c")


@pytest.mark.parametrize("layout", ["inline", "beside"])
def test_no_script_and_no_inline_style(layout: str) -> None:
    html = draw("one\n", "two\n", layout)
    assert "style=" not in html
    assert "<script" not in html


def test_fields() -> None:
    before, after = (
        {"title": "Old", "status": "open", "priority": "high"},
        {"title": "New", "status": "done", "priority": "high"},
    )
    html = fields(compare(TASK, before, after))
    assert '<th scope="row">title</th>' in html
    assert '<td class="change"><del>Old</del><ins>New</ins></td>' in html
    assert '<td class="change"><del>open</del> → <ins>done</ins></td>' in html
    assert "Unchanged: priority" in html
    assert "expires" not in html


def test_what_changed_at_a_titles_end_is_seen() -> None:
    assert '<del><span class="unseen-char" title="SP at the end">SP</span></del>' in fields(
        compare(TASK, {"title": "A "}, {"title": "A"})
    )
    assert '<ins><span class="unseen-char" title="LF at the end">LF</span></ins>' in fields(
        compare(TASK, {"title": "A"}, {"title": "A\n"})
    )


def test_nothing_changed() -> None:
    assert "<table" not in fields(compare(TASK, {"title": "A"}, {"title": "A"}))
