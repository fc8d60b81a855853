"""Texts that were made to keep a comparison busy: each is done within a second and drawn in a bounded page."""

import random
import time
from collections.abc import Callable

import pytest
from django.template.loader import render_to_string

from items.diff import TextDiff, compare
from items.kinds import KINDS
from tests.items.test_diff_text import content, new_text, old_text

SIZE = 100_000
SECONDS = 1.5  # of the processor, on a slow machine; a third of it on a usual one
RANDOM = random.Random(7)


def _lines(alphabet: str) -> str:
    return "".join(f"{RANDOM.choice(alphabet)}\n" for _ in range(SIZE // 2))


def _hanzi(count: int = SIZE) -> str:
    return "".join(chr(0x4E00 + RANDOM.randrange(3_000)) for _ in range(count))


LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
HOSTILE: dict[str, Callable[[], tuple[str, str]]] = {
    "one letter": lambda: ("a" * SIZE, "a" * 60_000),
    "one letter or another": lambda: ("a" * SIZE, "b" * SIZE),
    "one word again and again": lambda: ("a " * 50_000, "a " * 30_000 + "b" + " a" * 15_000),
    "two words by turns": lambda: ("a b " * 25_000, "a c " * 25_000),
    "words at random": lambda: ("".join(RANDOM.choices("ab ", k=SIZE)), "".join(RANDOM.choices("ab ", k=SIZE))),
    "equal lines": lambda: ("a\n" * 50_000, "a\n" * 30_000),
    "nothing equal": lambda: ("a\n" * 50_000, "b\n" * 50_000),
    "two lines at random": lambda: (_lines("ab"), _lines("ab")),
    "lines at random": lambda: (_lines(LETTERS), _lines(LETTERS)),
    "brackets at random": lambda: (_lines("{}[]"), _lines("{}[]")),
    "blank lines": lambda: ("\n" * SIZE, "\n" * 50_000 + "x" + "\n" * 40_000),
    "lines backwards": lambda: (
        "\n".join(f"{n:05}" for n in range(16_000)),
        "\n".join(f"{n:05}" for n in reversed(range(16_000))),
    ),
    "all lines changed and moved": lambda: (
        "".join(f"{n:05},abc,1\n" for n in range(8_000)),
        "x\n" * 500 + "".join(f"{n:05},abc,2\n" for n in range(8_000)),
    ),
    "lines by turns": lambda: ("a\nb\n" * 20_000, "b\nc\na\n" * 16_000),
    "no spaces": lambda: (_hanzi(), _hanzi()),
    "unseen": lambda: ("\u200b\u200c" * 50_000, "a\u200b" * 50_000),
    "trailing blanks": lambda: (" \t" * 50_000, "\t " * 50_000 + "\n"),
    "all new": lambda: ("", "a\n" * 50_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_done_in_time_and_drawn_in_bounds(name: str) -> None:
    before, after = HOSTILE[name]()
    start = time.process_time()
    comparison = compare(KINDS["page"], {"content": before}, {"content": after})
    took = time.process_time() - start
    assert took < SECONDS, f"{took:.2f} s"
    [text] = comparison.texts
    start = time.process_time()
    html = render_to_string("items/diff/beside.html", {"text": text})  # the larger one
    took = time.process_time() - start
    assert took < SECONDS, f"{took:.2f} s"
    assert len(html) < 4_000_000
    unfolded = content(before, after)
    assert (old_text(unfolded.rows), new_text(unfolded.rows)) == (before, after)


@pytest.mark.parametrize("words_a_line", [8, 20, 100, SIZE])
def test_two_thousand_scattered_words(words_a_line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size that a page is made for: all marks are there, in a page of less than a megabyte."""
    monkeypatch.setattr("items.diff.aligning.SECONDS", 2)  # on a slow machine too
    vocabulary = [f"w{n}" for n in range(2_000)]
    words = RANDOM.choices(vocabulary, k=18_000)
    changed = list(words)
    for place in RANDOM.sample(range(len(words)), 2_000):
        changed[place] = "new" + changed[place]
    before, after = (_in_lines(text, words_a_line) for text in (words, changed))
    assert SIZE * 0.9 < len(before) <= SIZE
    start = time.process_time()
    comparison = compare(KINDS["page"], {"content": before}, {"content": after}, context=None)
    [text] = comparison.texts
    marked = sum(segment.kind == "ins" for row in text.rows for segment in row.segments)
    assert 1_600 < marked <= 2_000  # neighbours share a mark
    for layout in ("inline", "beside"):
        html = render_to_string(f"items/diff/{layout}.html", {"text": text})
        assert len(html.encode()) < 1_000_000
        assert html.count("<ins>") == marked
    assert time.process_time() - start < 2


def _in_lines(words: list[str], count: int) -> str:
    return "\n".join(" ".join(words[place : place + count]) for place in range(0, len(words), count))


def test_past_the_deadline_what_isnt_compared_counts_as_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("items.diff.aligning.SECONDS", -1)
    assert [tuple(segment) for segment in content("start a b c end", "start b c a end").rows[0].segments] == [
        ("same", "start "), ("del", "a b c"), ("ins", "b c a"), ("same", " end"),
    ]  # fmt: skip


def test_what_is_too_much_to_draw_is_said() -> None:
    text = compare(KINDS["page"], {"content": "a\n" * 50_000}, {"content": "b\n" * 50_000}).texts[0]
    assert isinstance(text, TextDiff)
    assert [line.rest for line in text.inline()][-2:] == [False, True]
    assert "too much to show the rest" in render_to_string("items/diff/inline.html", {"text": text})
