"""What a line is, and which lines of two texts belong together.

A line ends with "\\n" alone; a "\\r" before it is the line's end too, kept apart from its text, so that texts which
differ in their line ends alone are still compared line by line. Every other separator is a character of the line.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from items.diff.aligning import Pair, in_order, same_units
from items.diff.words import words

_WITH_END = re.compile(r"[^\n]*\n|[^\n]+")
_SAYS = re.compile(r"[^\W_]")
_ALIKE = 0.5  # of the letters of two lines' words that are shared, from which on they are one changed line
_ALIKE_ALONE = 0.25  # the same where one line stands in the place of one
_FREQUENT = 8  # lines of a stretch that hold a word, above which it doesn't help to find a line's partner
_COMPARED = 20_000  # lines of a stretch, on both sides, up to which partners are looked for
_TRIED = 4  # partners of a line that are looked at closely


class Line(NamedTuple):
    """``end`` is "\\n", "\\r\\n" or, for a last line without either, ""."""

    text: str
    end: str


def whole_lines(text: str) -> list[str]:
    """The lines with their ends, which joined are the text."""
    return _WITH_END.findall(text)


def lines_of(text: str) -> list[Line]:
    """The lines, which joined with their ends are the text."""
    *ended, rest = text.split("\n")
    lines = [Line(line[:-1], "\r\n") if line.endswith("\r") else Line(line, "\n") for line in ended]
    return [*lines, Line(rest, "")] if rest else lines


def says(line: str) -> bool:
    """Whether it holds a letter or a digit, unlike a blank line, a bracket or a rule."""
    return bool(_SAYS.search(line))


def partners(before: Sequence[str], after: Sequence[str], deadline: float) -> list[Pair]:
    """The places (before, after) of the lines that stayed or changed, in order; the rest was removed or added."""
    # Lines that say nothing (blank ones, brackets) would pull unlike neighbours together: they follow the others.
    old, new = [[place for place, line in enumerate(lines) if says(line)] for lines in (before, after)]
    equal = same_units([before[place] for place in old], [after[place] for place in new], deadline)
    fixed = [(old[i], new[j]) for i, j in equal]
    return sorted(_filled(before, after, fixed, alike=True))


def _filled(before: Sequence[str], after: Sequence[str], fixed: list[Pair], *, alike: bool) -> Iterator[Pair]:
    """The pairs, and those in the gaps between them."""
    yield from fixed
    for (i, j), (i_end, j_end) in pairwise([(-1, -1), *fixed, (len(before), len(after))]):
        for x, y in _in_gap(before[i + 1 : i_end], after[j + 1 : j_end], alike=alike):
            yield i + 1 + x, j + 1 + y


def _in_gap(before: Sequence[str], after: Sequence[str], *, alike: bool) -> Iterator[Pair]:
    """Equal lines at both ends; between them, with ``alike``, similar ones and the equal ones around these."""
    start, i, j = 0, len(before), len(after)
    while start < min(i, j) and before[start] == after[start]:
        yield start, start
        start += 1
    while start < min(i, j) and before[i - 1] == after[j - 1]:
        i, j = i - 1, j - 1
        yield i, j
    if alike and start < min(i, j):
        old, new = before[start:i], after[start:j]
        for x, y in _filled(old, new, _similar(old, new), alike=False):
            yield start + x, start + y


def _similar(before: Sequence[str], after: Sequence[str]) -> list[Pair]:
    """Lines that say much the same: the pairs in one order that share the most."""
    if len(before) + len(after) > _COMPARED:
        return []
    old, new = [words(line) for line in before], [words(line) for line in after]
    old_letters, new_letters = [_letters(found) for found in old], [_letters(found) for found in new]
    alike = _ALIKE if len(old) + len(new) > 2 else _ALIKE_ALONE
    rated = []
    for place, others in enumerate(_candidates(old, new)):
        for other in others:
            shared = _letters(old[place] & new[other])
            if shared and 2 * shared >= alike * (old_letters[place] + new_letters[other]):
                rated.append((place, other, shared))
    return in_order(rated)


def _letters(found: set[str]) -> int:
    """How much words say: a long one more than an article."""
    return sum(map(len, found))


def _candidates(old: list[set[str]], new: list[set[str]]) -> Iterator[Iterable[int]]:
    """For each line before the few places after that are worth a closer look: its own place and those with the same
    rare words."""
    if len(new) <= _TRIED:
        yield from (range(len(new)) for _ in old)
        return
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, found in enumerate(new):
        for word in found:
            holders[word].append(place)
    for place, found in enumerate(old):
        near = Counter({place: 0} if place < len(new) else {})
        for word in found:
            if word in holders and len(holders[word]) <= _FREQUENT:
                near.update(holders[word])
        yield (other for other, _ in near.most_common(_TRIED))
