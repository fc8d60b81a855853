"""The orders in which a kind's list can stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F
from django.db.models.expressions import Expression
from django.db.models.functions import Lower


@dataclass(frozen=True, slots=True)
class Sort:
    """What a sort orders by, and whether its own direction is descending; a leading ``-`` reverses it.

    ``label`` and ``back`` say on pages what comes first then.
    """

    by: F | Expression
    label: str
    back: str
    descending: bool = False


SORTS: Mapping[str, Sort] = {
    "updated": Sort(F("updated_at"), "Last updated", "Longest untouched", descending=True),
    "created": Sort(F("created_at"), "Oldest", "Newest"),
    "title": Sort(Lower("title"), "Title, A to Z", "Title, Z to A"),
}
