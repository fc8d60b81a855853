"""Columns that PostgreSQL computes."""

from typing import Any

from django.db import models
from django.db.models import F, Func
from django.db.models.expressions import Expression


class HiddenGeneratedField(models.GeneratedField):
    """A generated column that an insert doesn't return."""

    db_returning = False  # type: ignore[assignment]  # the stubs have it as Literal[True]


def generated(expression: Expression, output_field: "models.Field[Any, Any] | None" = None) -> Any:
    """A stored generated column of ``state``; text unless ``output_field`` says otherwise.

    Not returned by an insert: the writer has the state at hand.
    """
    return HiddenGeneratedField(
        expression=expression, output_field=output_field or models.TextField(null=True), db_persist=True
    )


def whole_text() -> Func:
    """The folded text of an item, as `conderis_text` of the first migration makes it, for parts of words."""
    return Func(F("state"), function="conderis_text", output_field=models.TextField())


class CurrentTransaction(Func):
    """The number of the transaction that writes the row: grows over the database's life, unlike an xid."""

    template = "(pg_current_xact_id()::text::bigint)"
    output_field = models.BigIntegerField()
    arity = 0
