"""Keyed hashes by which an erased text would be recognised, without the text: runs of five words, unusual tokens."""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from privacy.runs import RUN, TOKEN_LEAST

SIZE = 8  # bytes of a hash: among a billion words hardly one is taken for another
MOST = 50_000  # kept of one decision: beyond that a sample of them, the smallest
CHARACTERS_MOST = 20_000_000  # read of one decision: it holds locks meanwhile
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w(?:[\w.@:/+=~#$-]*\w)?")
_PART = re.compile(r"\w(?:[\w-]*\w)?")
_UNUSUAL = re.compile(r"[\d@+=~#$]")
_LONG = 20  # characters of a token that is unusual for its length alone


class Marks:
    """Collects the hashes of texts under ``key``; ``complete`` is False once not all are kept or read."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.complete = True
        self._kept: set[bytes] = set()
        self._seen: set[str] = set()
        self._left = CHARACTERS_MOST

    def add(self, texts: Iterable[str], *, runs: bool = True) -> None:
        """What the texts say; without ``runs`` only tokens, of what many say in the same words."""
        for text in texts:
            if text in self._seen:
                continue
            self._seen.add(text)
            self._left -= len(text)
            if self._left < 0:
                self.complete = False
                return
            self._kept.update(_hashed(self.key, text, runs=runs))
            if len(self._kept) > 2 * MOST:
                self._cut()

    def __bytes__(self) -> bytes:
        self._cut()
        return b"".join(sorted(self._kept))

    def _cut(self) -> None:
        if len(self._kept) > MOST:
            self._kept = set(sorted(self._kept)[:MOST])
            self.complete = False


class Wanted:
    """The hashes of `Marks`, to look for in other texts."""

    def __init__(self, key: bytes, marks: bytes) -> None:
        self._key = key
        self._marks = frozenset(marks[place : place + SIZE] for place in range(0, len(marks), SIZE))

    def __bool__(self) -> bool:
        return bool(self._marks)

    def stand_in(self, texts: Iterable[str]) -> bool:
        """Whether one of them stands in one of the texts."""
        return any(mark in self._marks for text in texts for mark in _hashed(self._key, text, runs=True))


def _hashed(key: bytes, text: str, *, runs: bool) -> Iterator[bytes]:
    folded = text.casefold()
    for said in _said(folded, runs=runs):
        yield blake2b(said.encode(errors="replace"), key=key, digest_size=SIZE).digest()


def _said(folded: str, *, runs: bool) -> Iterator[str]:
    if runs:
        words = _WORD.findall(folded)
        yield from (" ".join(words[place : place + RUN]) for place in range(len(words) - RUN + 1))
    yield from {token for shape in (_TOKEN, _PART) for token in shape.findall(folded) if _unusual(token)}


def _unusual(token: str) -> bool:
    return len(token) >= TOKEN_LEAST and (len(token) >= _LONG or _UNUSUAL.search(token) is not None)
