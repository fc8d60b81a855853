"""Runs of words and unusual tokens: what makes a text recognisable when it stands somewhere else, changed a little."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

RUN = 5  # words
SHORT = 3  # words of a text that is recognised as a whole; fewer, such as a tag, stand everywhere
TOKEN_LEAST = 8  # characters of a token that is looked for on its own
_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of five words, or a text of three or four as a whole, and tokens of eight characters or more with a digit in
    them: ids, keys, addresses. Where there is nothing else, shorter texts count too."""

    runs: frozenset[tuple[str, ...]]
    tokens: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.runs or self.tokens)

    def less(self, others: "Runs") -> "Runs":
        """Without what stood there before."""
        return Runs(self.runs - others.runs, self.tokens - others.tokens)

    def shared(self, states: Iterable[Any]) -> int:
        """How many of them stand in these states as well."""
        count = 0
        for text in texts_of(states):
            words = _words(text)
            mine = set(_windows(words, RUN))
            for length in {len(run) for run in self.runs if len(run) < RUN}:
                mine |= set(_windows(words, length))
            count += len(self.runs & mine) + len(self.tokens & set(_tokens(text)))
        return count


def runs_of(states: Iterable[Any]) -> Runs:
    """What the texts of these states are recognised by."""
    runs: set[tuple[str, ...]] = set()
    short: set[tuple[str, ...]] = set()
    tokens: set[str] = set()
    for text in texts_of(states):
        words = _words(text)
        if len(words) >= SHORT:
            runs |= set(_windows(words, min(RUN, len(words))))
        elif words:
            short.add(tuple(words))
        tokens |= set(_tokens(text))
    return Runs(frozenset(runs or (() if tokens else short)), frozenset(tokens))


def telling(runs: Runs, most: int) -> list[str]:
    """The longest of their words: most places hold none of them."""
    words = {word for run in runs.runs for word in run} | {word for token in runs.tokens for word in _words(token)}
    return sorted(words, key=lambda word: (-len(word), word))[:most]


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a state, however deep; names of fields aren't."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, Iterable):
        for each in value:
            yield from texts_of(each)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _windows(words: list[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[place : place + length]) for place in range(len(words) - length + 1))


def _tokens(text: str) -> Iterator[str]:
    return (token for token in text.casefold().split() if len(token) >= TOKEN_LEAST and _DIGIT.search(token))
