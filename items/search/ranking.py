"""Which items a query finds, best first.

Any of the terms finds an item; those with all of them come first, then rare terms count more, title and
summary more than content, and length is normalised: BM25's ideas, on PostgreSQL's ``ts_rank`` of each term and
a bounded number of candidates, the rarest terms' before the common ones'.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from items.search.haystack import Haystack, ranks_of
from items.search.looking import CANDIDATES_MAX, Held, Look, in_time
from items.search.terms import Term

RANKED_MAX = 500  # of them; what is left holds only common terms, and follows the newest first
# A part of a word, in a title and elsewhere, on ts_rank's scale.
PART_WORTH = (0.05, 0.02)
# A path or identifier as it stands adds this to its words; its words alone, scattered, count half.
AS_IT_STANDS, SCATTERED = 0.6, 0.5
# BM25's saturation and length normalisation, for ranks instead of counts; measured by tests/search.
SATURATION, BY_LENGTH, USUAL_LENGTH = 0.3, 0.4, 45  # length in distinct stems
ALL_TERMS = 1_000.0  # above every sum of the others
ALL_TERMS_LENGTH = 250  # a longer text holds three words or more by accident
NOTHING = 1e-9  # ts_rank of several stems gives next to nothing, not 0, to what lacks one


@dataclass(frozen=True, slots=True)
class Found:
    """What a query found: keys with their scores, best first, and whether there may be more than were ranked.

    ``terms`` are those that were looked for in the end, ``worths`` what finding each was worth.
    """

    ranked: list[tuple[int, float]]
    terms: tuple[Term, ...]
    worths: tuple[float, ...]
    capped: bool


def find(
    haystack: Haystack,
    terms: Sequence[Term],
    size: int,
    *,
    given: Mapping[str, Any] | None = None,
    worths: Sequence[float] | None = None,
    most: int = CANDIDATES_MAX,
) -> Found:
    """Rank what holds any of the terms; ``size`` is about how many rows there are, ``given`` fills the rows' slots.

    ``most`` is how many of each term's are looked at; whoever needs no total needs no more than are ranked.
    ``worths`` are those that an earlier page found, so that a later one ranks alike whatever has changed.
    A handful of statements, whatever the size, each bounded in rows. Raises TooLarge when they take too long.
    """
    with in_time():
        held = Look(haystack, given or {}, size, most).for_terms(terms, as_they_are=worths is not None)
        if worths is None:
            counts = [most + 1 if term in held.left_out else len(held.keys[term]) for term in held.terms]
            worths = [_worth(count, size) for count in counts]
        ordered = _candidates(held)
        ranked = [(key, 0.0) for key in ordered[RANKED_MAX:]]
        for key, length, ranks in _ranks(ordered[:RANKED_MAX], held.terms):
            values = [_value(term, rank, _part(held, term, key)) for term, rank in zip(held.terms, ranks, strict=True)]
            ranked.append((key, _score(values, worths, length)))
    ranked.sort(key=lambda pair: (-pair[1], -pair[0]))
    return Found(ranked, tuple(held.terms), tuple(worths), capped=len(held.any) > CANDIDATES_MAX)


def _candidates(held: Held) -> list[int]:
    """What holds all of the terms, then the rarest terms', the newest of each first."""
    candidates: dict[int, None] = {}
    for keys in (held.every, *sorted(held.keys.values(), key=len)):
        candidates |= dict.fromkeys(sorted(keys, reverse=True))
    return list(candidates)[:CANDIDATES_MAX]


def _ranks(keys: Sequence[int], terms: Sequence[Term]) -> list[tuple[int, int, list[float]]]:
    """Each candidate with its length in stems and ``ts_rank`` of each term, 0 for one without stems."""
    worded = [place for place, term in enumerate(terms) if term.words]
    ranked = []
    for key, length, found in ranks_of(keys, [terms[place].words for place in worded]) if keys else ():
        ranks = [0.0] * len(terms)
        for place, rank in zip(worded, found, strict=True):
            ranks[place] = rank
        ranked.append((key, length, ranks))
    return ranked


def _part(held: Held, term: Term, key: int) -> float:
    """What it is worth that the item holds the term within a word; 0 where it doesn't."""
    in_title = held.within.get(term, {}).get(key)
    return 0.0 if in_title is None else PART_WORTH[0 if in_title else 1]


def _value(term: Term, rank: float, part: float) -> float:
    """How strongly one item holds one term; 0 where it doesn't."""
    rank = rank if rank > NOTHING else 0.0
    if term.is_compound:
        return rank + AS_IT_STANDS if part else rank * SCATTERED
    return max(rank, part)


def _score(values: list[float], worth: Sequence[float], length: int) -> float:
    """BM25's sum over the terms, less where terms are missing; what holds all of them stands above."""
    usual = SATURATION * (1 - BY_LENGTH + BY_LENGTH * length / USUAL_LENGTH)
    found = sum(1 for value in values if value)
    score = sum(each * value * (1 + SATURATION) / (value + usual) for each, value in zip(worth, values, strict=True))
    holds_all = found == len(values) and (found <= 2 or length <= ALL_TERMS_LENGTH)
    return score * found / len(values) + (ALL_TERMS if holds_all else 0.0)


def _worth(holding: int, size: int) -> float:
    """The inverse document frequency as BM25 has it."""
    return log(1 + (max(size, holding) - holding + 0.5) / (holding + 0.5))
