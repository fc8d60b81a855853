"""Which items hold a query's terms, in a bounded number of each."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError, connection, transaction
from psycopg.errors import QueryCanceled

from conderis.core.errors import TooLarge
from items.search.haystack import Haystack
from items.search.terms import Term

CANDIDATES_MAX = 1_000  # of one query, which counts no further
COMMON = 0.1  # a term that a larger share of a sample holds
PARTS_BELOW = 5  # a term that stands as a word in fewer items is also looked for within words,
ALONE_BELOW = 20  # and in fewer than these where it is the only one
PARTS_TERMS = 6  # of these at most
PARTS_MAX = 200  # items that hold one of them
PARTS_MS = 150  # of the statement that looks within words; past it only whole words are found
STATEMENT_MS = 2_000  # of each of the others
_LIMIT = "SELECT set_config('statement_timeout', %s, true)"
_NO_LIMIT = "SET LOCAL statement_timeout = DEFAULT"


@contextmanager
def in_time() -> Iterator[None]:
    """Each statement within may take ``STATEMENT_MS``. Raises TooLarge for one that takes longer."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LIMIT, [str(STATEMENT_MS)])
            yield
            cursor.execute(_NO_LIMIT)
    except OperationalError as error:
        if not isinstance(error.__cause__, QueryCanceled):
            raise
        raise TooLarge("This query takes too long here; send fewer, rarer words.", limit=f"{STATEMENT_MS} ms") from None


@dataclass(slots=True)
class Held:
    """The keys of what holds each of the terms, as a word or within words, and of what holds all of them as words.

    ``terms`` are those that were looked for in the end. ``within`` has what holds them within words, with whether that
    is in the title. Those that are ``left_out`` are common: more hold them than are looked at.
    """

    terms: Sequence[Term]
    keys: dict[Term, set[int]]
    every: set[int]
    left_out: set[Term]
    within: dict[Term, dict[int, bool]] = field(default_factory=dict)

    @property
    def any(self) -> set[int]:
        return self.every.union(*self.keys.values())


@dataclass(frozen=True, slots=True)
class Look:
    """A look through a haystack of about ``size`` rows, at no more than one above ``most`` of each term's."""

    haystack: Haystack
    given: Mapping[str, Any]  # for the haystack's slots
    size: int
    most: int

    def for_terms(self, terms: Sequence[Term], *, as_they_are: bool = False) -> Held:
        """What holds the terms. A path or identifier that nothing holds is taken apart, unless ``as_they_are``.

        A handful of statements, whatever the size, each bounded in rows.
        """
        held = self._holding(terms)
        lost = {term for term in terms if term.is_compound and not held.keys[term]} - held.left_out
        if lost and not as_they_are:
            return self._holding([part for term in terms for part in (term.parts if term in lost else [term])])
        return held

    def _holding(self, terms: Sequence[Term]) -> Held:
        """Where there is much, common terms are looked for only if the others find too little.

        What holds them would come last among the candidates, and it is they that cost time.
        """
        worded = [term for term in terms if term.words]
        common = self._common(worded) if self.size * COMMON > self.most else set()
        keys, every = self._by_words([term for term in worded if term not in common], together=worded)
        if common and len(every.union(*keys.values())) <= self.most:
            keys |= self._by_words([*common], together=())[0]
            common = set()
        held = Held(terms, {term: keys.get(term, set()) for term in terms}, every, left_out=common)
        held.within = self._within_words(_for_within(terms, held))
        for term, parts in held.within.items():
            held.keys[term] |= parts.keys()
        return held

    def _common(self, terms: Sequence[Term]) -> set[Term]:
        """The terms that stand in more items than are looked at, by a sample."""
        asked = [term.words for term in terms]
        places = self.haystack.common.run(**self.given, kinds=self.haystack.kinds, asked=asked, share=COMMON)
        return {terms[place - 1] for [place] in places}

    def _by_words(self, terms: Sequence[Term], together: Sequence[Term]) -> tuple[dict[Term, set[int]], set[int]]:
        """What holds each of the terms, and what holds all of those ``together``. One statement."""
        keys: dict[Term, set[int]] = {term: set() for term in terms}
        every: set[int] = set()
        asked, into = [term.words for term in terms], [keys[term] for term in terms]
        if len(together) > 1:
            asked.append(" & ".join(term.words for term in together))
            into.append(every)
        for place, key in self.haystack.by_words.run(**self.given, asked=asked, most=self.most + 1) if asked else ():
            into[place - 1].add(key)
        return keys, every

    def _within_words(self, terms: Sequence[Term]) -> dict[Term, dict[int, bool]]:
        """What holds each of the terms within a word; nothing when that takes too long."""
        found: dict[Term, dict[int, bool]] = {term: {} for term in terms}
        if not terms:
            return found
        asked = [term.pattern for term in terms]
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(_LIMIT, [str(PARTS_MS)])
                for place, key, in_title in self.haystack.within_words.run(**self.given, asked=asked, most=PARTS_MAX):
                    found[terms[place - 1]][key] = in_title
                cursor.execute(_LIMIT, [str(STATEMENT_MS)])
        except OperationalError as error:
            if not isinstance(error.__cause__, QueryCanceled):
                raise
            return {}
        return found


def _for_within(terms: Sequence[Term], held: Held) -> list[Term]:
    """Identifiers and paths as they stand, and what few items or none hold as a word; the rarest first."""
    below = PARTS_BELOW if len(terms) > 1 else ALONE_BELOW
    few = {term for term in terms if term not in held.left_out and len(held.keys[term]) < below}
    wanted = [term for term in terms if term.within_words and (term.is_compound or term in few)]
    return sorted(wanted, key=lambda term: len(held.keys[term]))[:PARTS_TERMS]
