"""Find items by words. Until the search issue: by their titles."""

from django.db.models import Case, Expression, IntegerField, Q, Value, When

from conderis.core.errors import Invalid, TooLarge
from conderis.core.text import require_storable

QUERY_MAX = 1_000  # characters
WORDS_MAX = 20


def words_of(query: object) -> list[str]:
    """The query's words, at most ``WORDS_MAX`` of them. Raises Invalid or TooLarge."""
    if not isinstance(query, str):
        raise Invalid("query", "query must be a text.")
    require_storable("query", query)
    if len(query) > QUERY_MAX:
        raise TooLarge(
            f"query may have at most {QUERY_MAX:,} characters; this one has {len(query):,}. Send its main words.",
            limit=f"{QUERY_MAX} characters",
        )
    words = list(dict.fromkeys(query.casefold().split()))[:WORDS_MAX]
    if not words:
        raise Invalid("query", "query is blank; send words to look for, or leave it out to list everything.")
    return words


def holding(words: list[str]) -> Q:
    """What holds any of the words."""
    condition = Q()
    for word in words:
        condition |= Q(title__icontains=word)
    return condition


def relevance(words: list[str]) -> Expression:
    """How well it matches: how many of the words it holds."""
    hits = [Case(When(title__icontains=word, then=1), default=0, output_field=IntegerField()) for word in words]
    total: Expression = Value(0, output_field=IntegerField())
    for hit in hits:
        total = total + hit
    return total
