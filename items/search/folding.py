"""Text without case and accents, as `conderis_fold` of the first migration has it, and the way back to the text."""

import re
import unicodedata

from items.search.terms import DENSE

KNOWN_MAX = 20_000  # characters whose folded form is kept
_DENSE = re.compile(f"[{DENSE}]")
# What Unicode doesn't take apart and unaccent does.
_PLAIN = str.maketrans({
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "\u0131": "i", "ŧ": "t",
    "ŋ": "n", "ĸ": "q",
    # Apostrophes and quotes, hyphens and dashes.
    "\u02bc": "'", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"',
    "\u2010": "-", "\u2011": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
})  # fmt: skip


def is_dense(character: str) -> bool:
    """Whether it belongs to a script that is written without spaces."""
    return _DENSE.match(character) is not None


def fold(text: str) -> str:
    """The text in lower case and without accents; ß becomes ss. What is folded stays as it is."""
    return text.lower() if text.isascii() else text.translate(_TABLE)


class Folded:
    """A text, its folded form, and where in the text each character of that came from."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = fold(text)
        self._origins: list[int] | None = None
        if any(len(fold(character)) != 1 for character in set(text)):
            self._origins = [place for place, character in enumerate(text) for _ in fold(character)]

    def origin(self, place: int) -> int:
        """The place in the text of what stands at ``place`` in its folded form."""
        return place if self._origins is None else self._origins[place]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The same stretch of the text, with the accents that follow its last letter."""
        first, last = self.origin(start), self.origin(end - 1) + 1
        while last < len(self.text) and unicodedata.combining(self.text[last]):
            last += 1
        return first, last

    def begins_word(self, place: int) -> bool:
        """Whether a word begins there as search has words: identifiers are taken apart, camelCase too."""
        if place == 0 or not self.folded[place - 1].isalnum():
            return True
        before, here = self.text[self.origin(place - 1)], self.text[self.origin(place)]
        return here.isupper() and not before.isupper()

    def ends_word(self, place: int) -> bool:
        """Whether what stands before ``place`` is the end of a word."""
        return place == len(self.folded) or not self.folded[place].isalnum() or self.begins_word(place)


class _Table(dict[int, str]):
    """Each character's folded form, found when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        if len(self) < KNOWN_MAX:
            self[code] = folded
        return folded


def _fold(character: str) -> str:
    if is_dense(character):
        return character
    parts = unicodedata.normalize("NFKD", character.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(_PLAIN).lower()


_TABLE = _Table()
