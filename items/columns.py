"""Columns that PostgreSQL computes."""

from typing import Any

from django.db import models
from django.db.models import Func
from django.db.models.expressions import Combinable


class HiddenGeneratedField(models.GeneratedField):
    """A generated column that an insert doesn't return."""

    db_returning = False


def generated(expression: Combinable, output_field: "models.Field[Any, Any] | None" = None) -> Any:
    """A stored generated column of ``state``; text unless ``output_field`` says otherwise.

    Not returned by an insert: the writer has the state at hand.
    """
    return HiddenGeneratedField(
        expression=expression, output_field=output_field or models.TextField(null=True), db_persist=True
    )


class CurrentTransaction(Func):
    """The number of the transaction that writes the row: grows over the database's life, unlike an xid."""

    template = "(pg_current_xact_id()::text::bigint)"
    output_field = models.BigIntegerField()
    arity = 0
