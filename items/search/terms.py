"""What a query asks for: the stems that full text knows, and the tokens that only trigrams find."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from conderis.core.errors import Invalid, TooLarge
from conderis.core.text import require_storable

QUERY_MAX = 1_000  # characters
TERMS_MAX = 24  # tokens of a query that count
TOKEN_MAX = 100  # characters of a token; a longer one is found by its beginning
TRIGRAM_LEAST = 3  # characters: a shorter text has no whole trigram, and an index couldn't help
# Characters of scripts that are written without spaces, as a range of a pattern; the first migration has them too.
DENSE = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_DENSE = re.compile(f"[{DENSE}]")
_SPECIAL = re.compile(r"[\\%_]")  # in a pattern of LIKE
_EDGES = re.compile(r"^\W+|\W+$")

# The stems of each token, in the token's order, and the token folded as `conderis_text` folds the items.
_READ = """
    SELECT conderis_fold(token),
           ARRAY(SELECT lexeme FROM unnest(to_tsvector('conderis', conderis_words(token))))
    FROM unnest(%s::text[]) WITH ORDINALITY AS read (token, place) ORDER BY place
"""


@dataclass(frozen=True, slots=True)
class Term:
    """One token of a query: its stems (of an identifier, one for each part) and how a part of a word reads."""

    folded: str
    stems: tuple[str, ...]

    @property
    def within_words(self) -> bool:
        """Whether to look for it within words: where an index can help, or nothing else can."""
        return len(self.folded) >= TRIGRAM_LEAST or not self.stems

    @property
    def words(self) -> str:
        """All of the token's stems, of letters and digits alone, as a tsquery; blank where full text knows none."""
        return " & ".join(map(_stem, self.stems))

    @property
    def pattern(self) -> str:
        """LIKE's pattern for the token anywhere in a folded text."""
        return "%" + _SPECIAL.sub(r"\\\g<0>", self.folded) + "%"

    @property
    def parts(self) -> list["Term"]:
        """Each stem as a term of its own."""
        return [Term(stem, (stem,)) for stem in self.stems]

    @property
    def is_compound(self) -> bool:
        """Several parts stand together, as in a path: the whole is worth looking for as it is."""
        return len(self.stems) > 1


def _stem(lexeme: str) -> str:
    """One stem; a single character of a dense script begins a pair."""
    return f"'{lexeme}'{':*' if len(lexeme) == 1 and not lexeme.isascii() else ''}"


def checked_query(query: object) -> str:
    """The query as text. Raises Invalid, or TooLarge past ``QUERY_MAX``."""
    if not isinstance(query, str):
        raise Invalid("query", "query must be a text.")
    require_storable("query", query)
    if len(query) > QUERY_MAX:
        raise TooLarge(
            f"query may have at most {QUERY_MAX:,} characters; this one has {len(query):,}. Send its main words.",
            limit=f"{QUERY_MAX} characters",
        )
    if not query.strip():
        raise Invalid("query", "query is blank; send words to look for, or leave it out to list everything.")
    return query


def read_terms(text: str, most: int = TERMS_MAX) -> list[Term]:
    """The text's distinct terms, without stop words where anything else is left. One query.

    Of more than ``most`` the longest are kept: they say more.
    """
    tokens = dict.fromkeys((_EDGES.sub("", token) or token)[:TOKEN_MAX] for token in text.split())
    terms = [term for folded, stems in _read(list(tokens)) for term in _terms(folded, stems)]
    telling = [term for term in terms if term.stems] or terms
    distinct = {term.stems or term.folded: term for term in telling}.values()
    kept = set(sorted(distinct, key=lambda term: len(term.folded), reverse=True)[:most])
    return [term for term in distinct if term in kept]


def stems_of(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The stems that full text knows each word by. One query, none for no words."""
    return {word: tuple(stems) for word, (_, stems) in zip(words, _read(words), strict=True)} if words else {}


def _read(tokens: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each token folded, and its stems."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [list(tokens)])
        read: list[tuple[str, list[str]]] = cursor.fetchall()
    return read


def _terms(folded: str, stems: list[str]) -> list[Term]:
    """One term; of writing without spaces one for each pair of characters, since a token there is a sentence."""
    if _DENSE.search(folded):
        return [Term(stem, (stem,)) for stem in stems]
    return [Term(folded, tuple(stems))]
