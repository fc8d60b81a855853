"""Two texts, line by line and word by word; whatever they are, the rows say exactly what they were."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from items.diff import Row, TextDiff, compare
from items.kinds import KINDS

# Line ends of every kind, blanks, signs, scripts without spaces, what joins and what hides; few, so that texts share.
PIECES = st.sampled_from([
    "\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029", "\x1c", " ", "  ", "\t", "one", "two", "three",
    "one two three\n", "two one\n", "{", "}", ", ", "<b>", "&amp;", "é", "e\u0301", "日本", "語", "ไทย", "\u200b",
    "\u202e", "⚠\ufe0f", "👩\u200d🚀",
])  # fmt: skip
TEXTS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=40)


def content(before: str, after: str, context: int | None = None) -> TextDiff:
    comparison = compare(KINDS["instructions"], {"content": before}, {"content": after}, context=context)
    [text] = comparison.fields
    assert isinstance(text, TextDiff)
    return text


def old_text(rows: tuple[Row, ...]) -> str:
    return "".join(_line(row, "ins") + row.ends[0] for row in rows if row.old)


def new_text(rows: tuple[Row, ...]) -> str:
    return "".join(_line(row, "del") + row.ends[1] for row in rows if row.new)


def _line(row: Row, without: str) -> str:
    return "".join(segment.text for segment in row.segments if segment.kind != without)


def shown(before: str, after: str, context: int | None = None) -> list[str]:
    """One word a row: its sign, its numbers, and its text with the marks of wdiff."""
    marks = {"same": "{}", "del": "[-{}-]", "ins": "{{+{}+}}"}
    signs = {"same": " ", "removed": "-", "added": "+", "changed": "~", "fold": "…"}
    return [
        f"{row.lines} …"
        if row.kind == "fold"
        else signs[row.kind]
        + (f"{row.old or ''}:{row.new or ''} ")
        + "".join(marks[kind].format(text) for kind, text in row.segments)
        for row in content(before, after, context).rows
    ]


@settings(max_examples=400, deadline=None)
@given(before=TEXTS, after=TEXTS)
def test_both_texts_are_in_the_rows(before: str, after: str) -> None:
    text = content(before, after)
    assert (old_text(text.rows), new_text(text.rows)) == (before, after)
    assert text.changed == (before != after)
    assert [row.old for row in text.rows if row.old] == list(range(1, 1 + len([row for row in text.rows if row.old])))
    assert [row.new for row in text.rows if row.new] == list(range(1, 1 + len([row for row in text.rows if row.new])))


@settings(max_examples=400, deadline=None)
@given(before=TEXTS, after=TEXTS)
def test_a_difference_is_always_marked(before: str, after: str) -> None:
    lines = list(content(before, after).inline())
    marked = [line for line in lines if line.sign]
    assert bool(marked) == (before != after)
    for line in marked:
        assert line.word in ("added", "removed") or {piece.tag for piece in line.pieces if piece.parts} & {"ins", "del"}


@settings(max_examples=200, deadline=None)
@given(text=TEXTS)
def test_equal_texts_have_no_mark(text: str) -> None:
    assert {row.kind for row in content(text, text).rows} <= {"same"}
    assert not any(side.sign for row in content(text, text).beside() for side in row.sides)


@settings(max_examples=200, deadline=None)
@given(before=TEXTS, after=TEXTS, context=st.integers(0, 3))
def test_folding_leaves_every_change_and_counts_the_rest(before: str, after: str, context: int) -> None:
    whole, folded = content(before, after).rows, content(before, after, context).rows
    assert [row for row in folded if row.kind not in ("same", "fold")] == [row for row in whole if row.kind != "same"]
    assert sum(row.lines for row in folded) == len(whole)


def test_words_inside_a_changed_line() -> None:
    before = "# Cache\nThe cache is warmed at first use.\nIt holds 2 GB.\n"
    after = "# Cache\nThe cache is warmed on deploy.\nIt holds 2 GB.\n"
    assert shown(before, after) == [
        " 1:1 # Cache",
        "~2:2 The cache is warmed [-at first use-]{+on deploy+}.",
        " 3:3 It holds 2 GB.",
    ]


def test_words_that_stay_between_changes_stay_unmarked() -> None:
    assert shown("the quick brown fox jumps", "the slow brown fox sleeps") == [
        "~1:1 the [-quick-]{+slow+} brown fox [-jumps-]{+sleeps+}"
    ]


def test_similar_lines_are_paired_whatever_their_number() -> None:
    before = "alpha beta gamma delta\nepsilon zeta eta theta\n"
    after = "something else entirely\nalpha beta GAMMA delta\nmore of this\nand that\nepsilon zeta theta\n"
    assert shown(before, after) == [
        "+:1 {+something else entirely+}",
        "~1:2 alpha beta [-gamma-]{+GAMMA+} delta",
        "+:3 {+more of this+}",
        "+:4 {+and that+}",
        "~2:5 epsilon zeta [-eta -]theta",
    ]


def test_unlike_lines_are_not_forced_together() -> None:
    assert shown("red apples\n", "a completely new sentence\n") == [
        "-1: [-red apples-]",
        "+:1 {+a completely new sentence+}",
    ]


def test_blank_lines_dont_pull_paragraphs_apart() -> None:
    before = "".join(f"paragraph {n} tells of thing number {n * 7} at length\n\n" for n in range(30))
    after = "a new first paragraph\n\n" + before.replace("tells", "speaks")
    rows = content(before, after).rows
    assert [row.kind for row in rows] == ["added", "added"] + ["changed", "same"] * 30


def test_scripts_without_spaces_are_marked_by_character() -> None:
    assert shown("日本語の文章はここにあります。", "日本語の文書はここにあります。") == [
        "~1:1 日本語の文[-章-]{+書+}はここにあります。"
    ]


@pytest.mark.parametrize("joined", ["e\u0301", "👩\u200d🚀", "⚠\ufe0f", "ที่", "क्षि", "か\u3099"])
def test_what_is_drawn_as_one_is_marked_as_one(joined: str) -> None:
    [row] = content(f"so many words stay {joined[0]} here", f"so many words stay {joined} here").rows
    assert [text for kind, text in row.segments if kind == "ins"] == [joined]


def test_more_words_than_a_plane_of_unicode_holds() -> None:
    words = [f"{n:x}" for n in range(70_000)]
    [row] = content(" ".join(words), " ".join([*words[:40_000], "new", *words[40_000:]])).rows
    assert [segment for segment in row.segments if segment.kind != "same"] == [("ins", "new ")]


def test_unchanged_stretches_are_folded() -> None:
    lines = [f"line {n}\n" for n in range(1, 31)]
    before, after = "".join(lines), "".join([*lines[:14], "line fifteen\n", *lines[15:]])
    assert shown(before, after, context=3) == [
        "11 …",
        " 12:12 line 12", " 13:13 line 13", " 14:14 line 14",
        "~15:15 line [-15-]{+fifteen+}",
        " 16:16 line 16", " 17:17 line 17", " 18:18 line 18",
        "12 …",
    ]  # fmt: skip
    assert len(shown(before, after, context=None)) == 30
    assert shown(before, after, context=0) == ["14 …", "~15:15 line [-15-]{+fifteen+}", "15 …"]


def test_a_short_stretch_isnt_worth_a_fold() -> None:
    lines = [f"line {n}\n" for n in range(1, 9)]
    before, after = "".join(lines), "".join(["x one\n", *lines[1:7], "y eight\n"])
    assert [row.kind for row in content(before, after, 3).rows].count("fold") == 0
    assert [row.kind for row in content(before, after, 2).rows].count("fold") == 1


def test_a_line_ends_with_a_line_feed_alone() -> None:
    before = "a\vb\fc\x85d\u2028e\u2029f\rg"
    assert len(content(before, before + "\n").rows) == 1


@pytest.mark.parametrize(
    ("before", "after", "labels"),
    [
        ("a\nb\n", "a\nb", [("del", "LF"), ("ins", "no newline")]),
        ("a\nb", "a\nb\n", [("del", "no newline"), ("ins", "LF")]),
        ("a\n", "a\r\n", [("del", "LF"), ("ins", "CR LF")]),
        ("a\r\nb", "a\nb", [("del", "CR LF"), ("ins", "LF")]),
        ("a\r\n", "a", [("del", "CR LF"), ("ins", "no newline")]),
        ("a\r", "a", [("del", "CR")]),
    ],
)
def test_a_change_of_line_ends_shows_itself(before: str, after: str, labels: list[tuple[str, str]]) -> None:
    assert _labels(before, after) == labels


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\r\nb\r\n", "a\r\nc\r\n"),  # both have them
        ("", "a\r\nb\r\n"),
        ("a", "a\nb"),  # the line before the new one has to end
        ("a\nb", "a\nc"),  # neither ends
        ("", "a"),
    ],
)
def test_line_ends_that_tell_nothing_dont_show(before: str, after: str) -> None:
    assert _labels(before, after) == []


def test_a_new_line_with_another_end_shows_it() -> None:
    assert _labels("one\ntwo\n", "one\nand quite another\r\ntwo\n") == [("ins", "CR LF")]
    assert _labels("one\nlast", "one\nsome other\n") == [("del", "no newline")]


def _labels(before: str, after: str) -> list[tuple[str, str]]:
    pieces = [piece for line in content(before, after).inline() for piece in line.pieces]
    return [(piece.tag, part.label) for piece in pieces for part in piece.parts if hasattr(part, "label")]


def test_trailing_blanks_show_in_changed_lines_alone() -> None:
    assert _labels("kept  \nx one\n", "kept  \nx two\n") == []
    assert _labels("one \t\n", "one\n") == [("del", "SP+TAB ×2")]
    assert _labels("", "a hard break  \n") == [("ins", "SP ×2")]
    assert _labels("many words and one \n", "many words and two   \n") == [("del", "SP"), ("ins", "SP ×3")]


def test_beside_each_other() -> None:
    text = content("same\nold words here\ngone\n", "same\nnew words here\nfresh\nmore\n")
    assert [[(side.number, side.sign, side.html) for side in row.sides] for row in text.beside()] == [
        [(1, "", "same"), (1, "", "same")],
        [(2, "−", "<del>old</del> words here"), (2, "+", "<ins>new</ins> words here")],
        [(3, "−", "<del>gone</del>"), (3, "+", "<ins>fresh</ins>")],
        [(None, "", ""), (4, "+", "<ins>more</ins>")],
    ]
