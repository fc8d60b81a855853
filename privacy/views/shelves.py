"""A shelf of requests, as two pages show it: what waits and what was decided, fifty at a time."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from conderis.web.queries import whole
from privacy.models import DeletionRequest
from privacy.selectors.rows import rows_of

TAKE = 50
DECIDED = "decided"
TABS = (("", "Waiting", "lock"), (DECIDED, "Decided", "check"))


def shelf_shown(request: HttpRequest, shelf: Callable[..., QuerySet[DeletionRequest]], here: str) -> dict[str, Any]:
    """What the page shows of it; ``show`` and ``offset`` of the address say which part. ``shelf`` takes ``decided``;
    ``here`` is the page's own address."""
    decided = request.GET.get("show") == DECIDED
    offset = whole(request, "offset", 0)
    rows = rows_of(shelf(decided=decided)[offset : offset + TAKE + 1])
    return {
        "here": here,
        "tabs": TABS,
        "show": DECIDED if decided else "",
        "rows": rows[:TAKE],
        "newer": max(offset - TAKE, 0) if offset else None,
        "older": offset + TAKE if len(rows) > TAKE else None,
    }
