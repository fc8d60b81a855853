"""What hides in a text or turns its direction shows itself by name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from items.diff import Named, Plain, visible_parts
from items.diff.unseen import NAMED_MAX


@pytest.mark.parametrize(
    ("character", "label", "name"),
    [
        ("\r", "CR", "U+000D CARRIAGE RETURN"),
        ("\v", "VT", "U+000B LINE TABULATION"),
        ("\f", "FF", "U+000C FORM FEED"),
        ("\x1b", "ESC", "U+001B ESCAPE"),
        ("\x01", "U+0001", "U+0001"),
        ("\x85", "NEL", "U+0085 NEXT LINE"),
        ("\xa0", "NBSP", "U+00A0 NO-BREAK SPACE"),
        ("\xad", "SHY", "U+00AD SOFT HYPHEN"),
        ("\u200b", "ZWSP", "U+200B ZERO WIDTH SPACE"),
        ("\u200c", "ZWNJ", "U+200C ZERO WIDTH NON-JOINER"),
        ("\u200d", "ZWJ", "U+200D ZERO WIDTH JOINER"),
        ("\u2060", "WJ", "U+2060 WORD JOINER"),
        ("\ufeff", "BOM", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("\u200f", "RLM", "U+200F RIGHT-TO-LEFT MARK"),
        ("\u202e", "RLO", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u2066", "LRI", "U+2066 LEFT-TO-RIGHT ISOLATE"),
        ("\u2028", "LSEP", "U+2028 LINE SEPARATOR"),
        ("\u2029", "PSEP", "U+2029 PARAGRAPH SEPARATOR"),
        ("\u2009", "THSP", "U+2009 THIN SPACE"),
        ("\u202f", "NNBSP", "U+202F NARROW NO-BREAK SPACE"),
        ("\u3000", "IDSP", "U+3000 IDEOGRAPHIC SPACE"),
        ("\u3164", "HF", "U+3164 HANGUL FILLER"),
        ("\u2800", "U+2800", "U+2800 BRAILLE PATTERN BLANK"),
        ("\ufe0f", "VS16", "U+FE0F VARIATION SELECTOR-16"),
        ("\U000e0100", "VS17", "U+E0100 VARIATION SELECTOR-17"),
        ("\U000e0041", "TAG A", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("\U000e007f", "U+E007F", "U+E007F CANCEL TAG"),
        ("\ue000", "U+E000", "U+E000"),
    ],
)
def test_by_name(character: str, label: str, name: str) -> None:
    assert visible_parts(f"a{character}b") == [Plain("a"), Named(label, name), Plain("b")]


@pytest.mark.parametrize(
    "text", ["", "plain", "tab\there", "two\nlines", "é e\u0301 ß 日本語 ไทย עברית العربية", "a  b"]
)
def test_what_shows_itself_stays_one_text(text: str) -> None:
    assert visible_parts(text) == ([Plain(text)] if text else [])


@pytest.mark.parametrize(
    "emoji", ["⚠\ufe0f", "❤\ufe0f", "👩\u200d🚀", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈", "1\ufe0f\u20e3", "🇩🇪"]
)
def test_ordinary_emoji_stay_whole(emoji: str) -> None:
    assert visible_parts(f"a {emoji} b") == [Plain(f"a {emoji} b")]


def test_selectors_that_carry_something_show_themselves() -> None:
    hidden = "".join(chr(0xE0100 + byte) for byte in b"hi")
    assert [part.label for part in visible_parts(f"😀{hidden}") if isinstance(part, Named)] == ["VS121", "VS122"]
    assert visible_parts("⚠\ufe0f\ufe0f")[1:] == [Named("VS16", "U+FE0F VARIATION SELECTOR-16")]


def test_several_of_the_same_are_one_label() -> None:
    assert visible_parts("\u200b" * 1_200) == [Named("ZWSP ×1,200", "1,200 × U+200B ZERO WIDTH SPACE")]


def test_blanks_at_a_lines_end() -> None:
    assert visible_parts("a  ", at_line_end=True) == [Plain("a"), Named("SP ×2", "SP ×2 at the end")]
    assert visible_parts("a\t", at_line_end=True) == [Plain("a"), Named("TAB", "TAB at the end")]
    assert visible_parts("a\n\n", at_line_end=True) == [Plain("a"), Named("LF ×2", "LF ×2 at the end")]
    assert visible_parts("a  ") == [Plain("a  ")]
    assert visible_parts("  a", at_line_end=True) == [Plain("  a")]


def test_more_than_can_be_named_is_still_seen() -> None:
    parts = visible_parts("\u200b\u200c" * NAMED_MAX + "end")
    assert sum(isinstance(part, Named) for part in parts) == NAMED_MAX
    assert parts[-1] == Plain("\ufffd" * NAMED_MAX + "end")


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text(alphabet="a \t\u200b\u200d\ufe0f⚠👩\U000e0041\r"))
def test_what_is_seen_stays_in_its_order(text: str) -> None:
    parts = visible_parts(text)
    plain = "".join(part.text for part in parts if isinstance(part, Plain))
    left = iter(text)
    assert all(character in left for character in plain)  # a part of the text, in its order
    named = sum(isinstance(part, Named) for part in parts)
    assert (named > 0) == (len(plain) < len(text))
