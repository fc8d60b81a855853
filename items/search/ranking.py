"""Which items a query finds, best first.

Any of the terms finds an item; those with all of them come first, then rare terms count more, title and
summary more than content, and length is normalised: BM25's ideas, on PostgreSQL's ``ts_rank`` of each term and
a bounded number of candidates, the rarest terms' before the common ones'.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import log
from operator import and_

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db import OperationalError, connection, transaction
from django.db.models import BooleanField, Case, F, Func, IntegerField, Q, QuerySet, Value, When
from psycopg.errors import QueryCanceled

from conderis.core.errors import TooLarge
from items.columns import whole_text
from items.models import Item
from items.search.terms import Term

CANDIDATES_MAX = 1_000  # of one query, which counts no further
RANKED_MAX = 500  # of them; what is left holds only common terms, and follows the newest first
PARTS_BELOW = 20  # a term that stands as a word in fewer items is also looked for within words
PARTS_TERMS = 6  # of these at most
PARTS_MAX = 200  # items that hold one of them
PARTS_MS = 150  # of the statement that looks within words; past it only whole words are found
STATEMENT_MS = 2_000  # of each of the others
WEIGHTS = [0.1, 0.2, 0.4, 1.0]  # D (content), C, B (summary and tags), A (title)
# A part of a word, in a title and elsewhere, on ts_rank's scale.
PART_WORTH = (0.05, 0.02)
# A path or identifier as it stands adds this to its words; its words alone, scattered, count half.
AS_IT_STANDS, SCATTERED = 0.6, 0.5
# BM25's saturation and length normalisation, for ranks instead of counts; measured by tests/search.
SATURATION, BY_LENGTH, USUAL_LENGTH = 0.3, 0.4, 45  # length in distinct stems
ALL_TERMS = 1_000.0  # above every sum of the others
ALL_TERMS_LENGTH = 250  # a longer text holds three words or more by accident
NOTHING = 1e-9  # ts_rank of several stems gives next to nothing, not 0, to what lacks one
_EVERY = -1
_LIMIT = "SELECT set_config('statement_timeout', %s, true)"
_NO_LIMIT = "SET LOCAL statement_timeout = DEFAULT"


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
    rows: QuerySet[Item],
    terms: Sequence[Term],
    size: int,
    worths: Sequence[float] | None = None,
    most: int = CANDIDATES_MAX,
) -> Found:
    """Rank those of ``rows`` that hold any of the terms; ``size`` is about how many rows there are.

    ``most`` is how many of each term's are looked at; whoever needs no total needs no more than are ranked.
    ``worths`` are those that an earlier page found, so that a later one ranks alike whatever has changed.
    A handful of statements, whatever the size, each bounded in rows. Raises TooLarge when they take too long.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LIMIT, [str(STATEMENT_MS)])
            found = _find(rows, terms, size, worths, most)
            cursor.execute(_NO_LIMIT)
    except OperationalError as error:
        if not isinstance(error.__cause__, QueryCanceled):
            raise
        raise TooLarge("This query takes too long here; send fewer, rarer words.", limit=f"{STATEMENT_MS} ms") from None
    return found


def _find(rows: QuerySet[Item], terms: Sequence[Term], size: int, worths: Sequence[float] | None, most: int) -> Found:
    words, every = _by_words(rows, terms, most + 1)
    within = _within_words(rows, _looked_for_within(terms, words))
    keys_of = {term: words[term] | within.get(term, {}).keys() for term in terms}
    lost = [term for term in terms if term.is_compound and not keys_of[term]]
    if lost and worths is None:
        # Nothing holds the whole path or identifier; its parts may still lead there.
        return _find(
            rows, [part for term in terms for part in (term.parts if term in lost else [term])], size, None, most
        )
    if worths is None:
        worths = [_worth(len(keys_of[term]), size) for term in terms]
    candidates = dict.fromkeys(sorted(every, reverse=True))
    for keys in sorted(keys_of.values(), key=len):
        candidates |= dict.fromkeys(sorted(keys, reverse=True))
    ordered = list(candidates)[:CANDIDATES_MAX]
    ranked = [(key, 0.0) for key in ordered[RANKED_MAX:]]
    for key, length, ranks in _ranks(ordered[:RANKED_MAX], terms):
        values = [
            _value(term, rank, within.get(term, {}).get(key, 0.0)) for term, rank in zip(terms, ranks, strict=True)
        ]
        ranked.append((key, _score(values, worths, length)))
    ranked.sort(key=lambda pair: (-pair[1], -pair[0]))
    return Found(ranked, tuple(terms), tuple(worths), capped=len(set().union(*keys_of.values())) > CANDIDATES_MAX)


def holding(terms: Sequence[Term]) -> Q:
    """What holds any of the terms, as words or within them. Needs ``whole`` annotated; unbounded, unlike `find`."""
    condition = Q(pk__in=[])
    for term in terms:
        if term.by_words is not None:
            condition |= Q(search=term.by_words)
        if term.within_words:
            condition |= Q(whole__contains=term.folded)
    return condition


def _by_words(rows: QuerySet[Item], terms: Sequence[Term], most: int) -> tuple[dict[Term, set[int]], set[int]]:
    """The keys of what holds each term as words, at most ``most`` of each, and of what holds all.

    One statement.
    """
    found: dict[Term, set[int]] = {term: set() for term in terms}
    asked: dict[int, SearchQuery] = {place: words for place, term in enumerate(terms) if (words := term.by_words)}
    if len(asked) > 1:
        asked[_EVERY] = reduce(and_, asked.values())
    parts = [
        rows.filter(search=words).annotate(place=Value(place)).order_by().values_list("place", "pk")[:most]
        for place, words in asked.items()
    ]
    every: set[int] = set()
    for place, key in parts[0].union(*parts[1:], all=True) if parts else ():
        (every if place == _EVERY else found[terms[place]]).add(key)
    return found, set(sorted(every, reverse=True)[:CANDIDATES_MAX])


def _looked_for_within(terms: Sequence[Term], words: Mapping[Term, set[int]]) -> list[Term]:
    """Identifiers and paths as they stand, and what few items or none hold as a word; the rarest first."""
    rare = [term for term in terms if term.within_words and (term.is_compound or len(words[term]) < PARTS_BELOW)]
    return sorted(rare, key=lambda term: len(words[term]))[:PARTS_TERMS]


def _within_words(rows: QuerySet[Item], terms: Sequence[Term]) -> dict[Term, dict[int, float]]:
    """The keys of what holds each term as part of a word, with what that is worth; nothing when it takes too long."""
    parts = [
        rows.annotate(
            whole=whole_text(),
            place=Value(place),
            in_title=Case(When(title__icontains=term.folded, then=True), default=False, output_field=BooleanField()),
        )
        .filter(whole__contains=term.folded)
        .order_by()
        .values_list("place", "pk", "in_title")[:PARTS_MAX]
        for place, term in enumerate(terms)
    ]
    found: dict[Term, dict[int, float]] = {term: {} for term in terms}
    if not parts:
        return found
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LIMIT, [str(PARTS_MS)])
            for place, key, in_title in parts[0].union(*parts[1:], all=True):
                found[terms[place]][key] = PART_WORTH[0 if in_title else 1]
            cursor.execute(_LIMIT, [str(STATEMENT_MS)])
    except OperationalError as error:
        if not isinstance(error.__cause__, QueryCanceled):
            raise
        return {}
    return found


def _ranks(keys: Sequence[int], terms: Sequence[Term]) -> list[tuple[int, int, list[float]]]:
    """Each candidate with its length in stems and ``ts_rank`` of each term, 0 where it isn't held. One statement."""
    if not keys:
        return []
    ranks = {
        f"rank{place}": SearchRank(F("search"), words, weights=WEIGHTS)
        for place, term in enumerate(terms)
        if (words := term.by_words)
    }
    names = [f"rank{place}" for place in range(len(terms))]
    length = Func(F("search"), function="length", output_field=IntegerField())
    rows = Item.objects.filter(pk__in=keys).order_by().values("pk").annotate(length=length, **ranks)
    return [(row["pk"], row["length"], [float(row.get(name, 0.0)) for name in names]) for row in rows]


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
