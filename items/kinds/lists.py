"""How a kind's lists look on pages: the parts they fall into, their rows, their board."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.db.models import Q
from django.db.models.expressions import OrderBy

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """One part of a list or board: its name in addresses, its heading, its icon, and what belongs to it."""

    name: str
    title: str
    icon: str
    members: Q


@dataclass(frozen=True, slots=True)
class Column:
    """A group as a column of a board: how its cards are ordered, and how many of them stand there at most."""

    group: Group
    order: tuple[OrderBy, ...]
    most: int = 50


class InLists:
    """The part of a kind that lists on pages ask for; every answer has a default."""

    list_template: ClassVar[str] = "items/lists/list.html"
    row_template: ClassVar[str] = "items/rows/row.html"  # draws an entry of `items.selectors.rows`
    page_sort: ClassVar[str] = "updated"  # how its list stands on pages unless asked otherwise
    quick_add: ClassVar[bool] = False  # whether pages make one from a title alone
    board: ClassVar[tuple[Column, ...]] = ()

    def groups(self, given: Json) -> tuple[Group, ...]:
        """The parts of what a list with these filters shows, in their order; none: it is one list."""
        return ()
