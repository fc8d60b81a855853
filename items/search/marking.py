"""What a result shows of a text: its words marked where they hold the query's terms, and its best passage."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from conderis.core.text import one_line
from items.search.hits import Hit, hits
from items.search.terms import Term

Segment = tuple[str, bool]  # a piece of a text, and whether it is marked

WIDTH = 240  # characters of a passage
CUT = "…"
SNAP = 24  # characters within which a cut looks for a space


@dataclass(frozen=True, slots=True)
class Marker:
    """Marks the terms of one query; ``stems`` are those of the texts' `candidates`."""

    terms: Sequence[Term]
    stems: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def line(self, text: str) -> list[Segment]:
        """The whole text on one line, in pieces."""
        line = one_line(text)
        return list(_pieces(line, hits(line, self.terms, self.stems)))

    def passage(self, *texts: str, width: int = WIDTH) -> list[Segment]:
        """The stretch of about ``width`` characters, of any of the texts, that holds most of the terms.

        Where none holds any it is the beginning of the first.
        """
        text, best = "", _Stretch()
        for each in filter(str.strip, texts):
            found = _best(hits(each, self.terms, self.stems), width)
            if not text or found.worth > best.worth:
                text, best = each, found
        start, end = _around(text, best, width)
        before, after = [(CUT, False)] if start else [], [(CUT, False)] if end < len(text) else []
        return [*before, *self.line(text[start:end]), *after]


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int = 0
    end: int = 0
    worth: float = 0.0


def _best(found: Sequence[Hit], width: int) -> _Stretch:
    """The hits within ``width`` that hold most of the terms, those that the text seldom has before others."""
    seldom = {term: 1 + 1 / count for term, count in Counter(hit.term for hit in found).items()}
    best = _Stretch()
    for place, first in enumerate(found):
        end, worths, number = first.end, {first.term: first.worth}, 1
        while place + number < len(found) and found[place + number].end <= first.start + width:
            hit = found[place + number]
            end, number = max(end, hit.end), number + 1
            worths[hit.term] = max(worths.get(hit.term, 0.0), hit.worth)
        worth = sum(each * seldom[term] for term, each in worths.items()) + number / 100
        if worth > best.worth:
            best = _Stretch(first.start, end, worth)
    return best


def _around(text: str, best: _Stretch, width: int) -> tuple[int, int]:
    """The passage's ends: a little before what was found, more behind it, and not within a word."""
    start = max(0, best.start - max(0, width - (best.end - best.start)) // 3)
    end = min(len(text), max(start + width, best.end))
    start = max(0, min(start, end - width))
    if start:
        spaces = (place + 1 for place in range(start - 1, min(start + SNAP, best.start)) if text[place].isspace())
        start = next(spaces, start)
    if end < len(text):
        spaces = (place for place in range(end, max(end - SNAP, best.end), -1) if text[place].isspace())
        end = next(spaces, end)
    return start, end


def _pieces(line: str, found: Iterable[Hit]) -> Iterator[Segment]:
    done = 0
    for start, end in _joined(found):
        if start > done:
            yield line[done:start], False
        yield line[start:end], True
        done = end
    if done < len(line):
        yield line[done:], False


def _joined(found: Iterable[Hit]) -> list[tuple[int, int]]:
    """Stretches in order, those that touch as one."""
    spans: list[tuple[int, int]] = []
    for hit in found:
        if spans and hit.start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], hit.end))
        else:
            spans.append((hit.start, hit.end))
    return spans
