"""Where a text holds the terms of a query: as they stand, within words, and by their stems."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from items.search.folding import Folded, fold, is_dense
from items.search.terms import Term

WORD_MAX = 60  # characters of a word that are marked before and behind what was found in it
PLACES_MAX = 2_000  # in one text that are looked at for one stem
HITS_MAX = 100  # of one term in one text
CANDIDATES_MAX = 500  # words whose stems are asked for
_WORD, _PART, _PIECE = 1.0, 0.6, 0.4  # what it is worth: a term as a word, within one, and a path's part alone


@dataclass(frozen=True, slots=True)
class Hit:
    """A stretch of the text, which of the terms it holds, and what that is worth."""

    start: int
    end: int
    term: int
    worth: float


def hits(text: str, terms: Sequence[Term], stems: Mapping[str, Sequence[str]]) -> list[Hit]:
    """Every place, in the text's order. ``stems`` are those of the text's `candidates`, which the database knows."""
    folded = Folded(text)
    found = [hit for place, term in enumerate(terms) for hit in islice(_of(folded, place, term, stems), HITS_MAX)]
    return sorted(found, key=lambda hit: (hit.start, hit.end))


def candidates(terms: Sequence[Term], texts: Iterable[str]) -> list[str]:
    """Words of the texts, folded, that may have a stem of the terms: at most ``CANDIDATES_MAX``."""
    looked_for = {stem for term in terms for stem in term.stems}
    found: dict[str, None] = {}
    for text in texts:
        folded = Folded(text)
        for stem in looked_for:
            found |= dict.fromkeys(folded.folded[start:end] for start, end in _alike(folded, stem))
        if len(found) >= CANDIDATES_MAX:
            break
    return list(found)[:CANDIDATES_MAX]


def _of(folded: Folded, place: int, term: Term, stems: Mapping[str, Sequence[str]]) -> Iterator[Hit]:
    """A path or identifier is marked in parts only where it doesn't stand as it is."""
    whole = False
    for start, end, worth in _as_it_stands(folded, term):
        whole = True
        yield Hit(*_whole_word(folded, start, end), place, worth)
    if whole and term.is_compound:
        return
    for stem in term.stems:
        for start, end in _alike(folded, stem):
            if stem in stems.get(folded.folded[start:end], ()):
                yield Hit(*_whole_word(folded, start, end), place, _PIECE if term.is_compound else _WORD)


def _as_it_stands(folded: Folded, term: Term) -> Iterator[tuple[int, int, float]]:
    """Where the term stands: anywhere, but for a short one, which must be a word."""
    needle = fold(term.folded)
    dense = is_dense(needle[:1])
    for start in _places(folded.folded, needle):
        end = start + len(needle)
        word = dense or (folded.begins_word(start) and folded.ends_word(end))
        if word or term.within_words:
            yield start, end, _WORD if word else _PART


def _alike(folded: Folded, stem: str) -> Iterator[tuple[int, int]]:
    """Words that begin as the stem does; its last letter may be another one, as in policy and polici."""
    if is_dense(stem[:1]):
        return  # found as it stands
    beginning = fold(stem)[: max(len(stem) - 1, 2)]
    for start in islice(_places(folded.folded, beginning), PLACES_MAX):
        if folded.begins_word(start):
            end, last = start + 1, min(start + WORD_MAX, len(folded.folded))
            while end < last and not folded.ends_word(end):
                end += 1
            yield start, end


def _places(text: str, needle: str) -> Iterator[int]:
    place = text.find(needle) if needle else -1
    while place >= 0:
        yield place
        place = text.find(needle, place + len(needle))


def _whole_word(folded: Folded, start: int, end: int) -> tuple[int, int]:
    """The stretch of the text, out to where its words begin and end; writing without spaces has no such places."""
    text, first, last = folded.folded, max(0, start - WORD_MAX), min(len(folded.folded), end + WORD_MAX)
    if _joins(text[start]):
        while start > first and _joins(text[start - 1]):
            start -= 1
    if _joins(text[end - 1]):
        while end < last and _joins(text[end]):
            end += 1
    return folded.span(start, end)


def _joins(character: str) -> bool:
    return (character.isalnum() or character == "_") and not is_dense(character)
