"""Statements that are built once in a process and filled in at each call.

Django takes several times longer to build a query than PostgreSQL to answer it. What calls ask again and again is
built once, with a slot wherever a call brings a value of its own.
"""

from string import Formatter
from typing import Any, Self, TypeVar

from django.db import connection
from django.db.models import BooleanField, Func, Model, QuerySet, Value

_MARK = "\0"  # no id and no stored text holds one
_Row = TypeVar("_Row", bound=Model)


class Slot(str):
    """Stands in a queryset for a text that each call brings along; ``Value(Slot(…))`` for anything else."""

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        return super().__new__(cls, _MARK + name)

    @property
    def name(self) -> str:
        return self[len(_MARK) :]


class Among(Func):
    """``Among(column, array)``: one value however many it holds, where ``__in`` has one for each."""

    template = "%(expressions)s)"
    arg_joiner = " = ANY ("
    output_field = BooleanField()


def in_slot(column: str, name: str) -> Among:
    """That the column is one of the values that each call brings along."""
    return Among(column, Value(Slot(name)))


class Statement:
    """SQL around compiled querysets, with slots among its values."""

    def __init__(self, template: str, *rows: QuerySet[Any]) -> None:
        """``{}`` in the template is the next queryset, ``{name}`` a slot; a percent sign is doubled.

        Raises ValueError when a slot became part of another value: that would be the same at each call.
        """
        parts: list[str] = []
        self._values: list[Any] = []
        following = iter(rows)
        for text, name, _, _ in Formatter().parse(template):
            parts.append(text)
            if name == "":
                sql, values = next(following).query.sql_with_params()
                parts.append(sql)
                self._values += values
            elif name is not None:
                parts.append("%s")
                self._values.append(Slot(name))
        self.sql = "".join(parts)
        if any(isinstance(value, str) and _MARK in value and type(value) is not Slot for value in self._values):
            raise ValueError("A slot can't be part of another value; put the whole value into a slot.")

    def run(self, **given: Any) -> list[tuple[Any, ...]]:
        """The rows as the database gives them: a column of JSON is text."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self._filled(given))
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def load(self, model: type[_Row], **given: Any) -> list[_Row]:
        """The rows as instances of the model that the queryset was of; annotations are attributes."""
        return list(model._default_manager.raw(self.sql, self._filled(given)))

    def _filled(self, given: dict[str, Any]) -> list[Any]:
        return [given[value.name] if isinstance(value, Slot) else value for value in self._values]
