"""Where search looks: rows, as statements that take any terms."""

from collections.abc import Sequence
from functools import cached_property

from django.db import connection
from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL

from conderis.core.statements import Statement
from items.kinds import Kind
from items.models import Item
from items.search.terms import Term

WEIGHTS = "{0.1, 0.2, 0.4, 1.0}"  # D (content), C, B (summary and tags), A (title)
SAMPLE = 100  # items of each kind, the latest changes
_COMMON = """
    SELECT asked.place
    FROM unnest({kinds}::text[]) AS each (kind),
         LATERAL ({}) AS sample,
         unnest({asked}::text[]::tsquery[]) WITH ORDINALITY AS asked (words, place)
    GROUP BY asked.place
    HAVING avg((sample.stems @@ asked.words)::int) > {share}
"""
_BY_WORDS = """
    SELECT asked.place, found.pk
    FROM unnest({asked}::text[]::tsquery[]) WITH ORDINALITY AS asked (words, place),
         LATERAL ({} LIMIT {most}) AS found
"""
_WITHIN_WORDS = """
    SELECT asked.place, found.pk, found.in_title
    FROM unnest({asked}::text[]) WITH ORDINALITY AS asked (part, place),
         LATERAL ({} LIMIT {most}) AS found
"""


class Haystack:
    """The rows that a query looks through. With slots in them, one serves many calls.

    The terms come as rows of their own, so that a statement is planned once however many they are. Nor does the
    planner see them, which is well: for a common one it would read item after item without its index, and it doesn't
    count what opening each item's vector costs.
    """

    def __init__(self, rows: QuerySet[Item], kinds: Sequence[Kind]) -> None:
        """``kinds`` are those among the rows."""
        self._rows = rows.order_by()
        self.kinds = [kind.name for kind in kinds]

    @cached_property
    def common(self) -> Statement:
        """(place) of those of ``asked`` that more than ``share`` of a sample of ``kinds`` hold."""
        latest = self._rows.filter(_condition("items_item.kind = each.kind")).order_by("-updated_at", "-pk")[:SAMPLE]
        return Statement(_COMMON, latest.values(stems=RawSQL("items_item.search || ''", ())))  # opened once for all

    @cached_property
    def by_words(self) -> Statement:
        """(place, key) of what holds each of ``asked``, at most ``most`` of each; places count from 1."""
        return Statement(_BY_WORDS, self._rows.filter(_condition("items_item.search @@ asked.words")).values("pk"))

    @cached_property
    def within_words(self) -> Statement:
        """(place, key, whether in the title) of what holds each of ``asked``, patterns of LIKE, within words."""
        rows = self._rows.filter(_condition("conderis_text(items_item.state) LIKE asked.part"))
        in_title = _condition("upper(items_item.title) LIKE upper(asked.part)")
        return Statement(_WITHIN_WORDS, rows.annotate(in_title=in_title).values("pk", "in_title"))


def holds_any(terms: Sequence[Term]) -> RawSQL:
    """A condition on items: that they hold any of the terms as words."""
    words = " | ".join(f"({term.words})" for term in terms if term.words)
    return RawSQL("items_item.search @@ %s::tsquery", (words,), output_field=BooleanField())


def ranks_of(keys: Sequence[int], words: Sequence[str]) -> list[tuple[int, int, list[float]]]:
    """Each item with its length in stems and its ``ts_rank`` for each of the tsqueries. One statement.

    One that was locked a moment ago says nothing any more, and is left out.
    """
    rank = f", ts_rank('{WEIGHTS}', search, %s::tsquery)"
    rows = "FROM items_item WHERE id = ANY (%s) AND search IS NOT NULL"
    statement = f"SELECT id, length(search){rank * len(words)} {rows}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*words, list(keys)])
        return [(key, length, found) for key, length, *found in cursor.fetchall()]


def _condition(sql: str) -> RawSQL:
    return RawSQL(sql, (), output_field=BooleanField())  # noqa: S611  each is written here
