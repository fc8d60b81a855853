"""Many items at once, written straight into their tables: for tests of size, where how they came doesn't matter."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from items.kinds import KINDS
from items.models import Item, Version
from projects.models import Project

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
_LEAST = {"title": "T", "summary": "S"}


def add_items(project: Project, kind: str, states: Iterable[dict[str, Any]], **columns: Any) -> list[Item]:
    """One item a state, at version 1, each a minute younger than the one before.

    A state holds what differs from the kind's defaults; ``columns`` are set on every row.
    """
    rules = KINDS[kind]
    least = {name: _LEAST[name] for name in rules.required}
    project.refresh_from_db(fields=["last_number"])
    rows = []
    for place, state in enumerate(states, start=1):
        at = LONG_AGO + timedelta(minutes=place)
        rows.append(
            Item(
                project=project, owner_id=project.created_by_id, kind=kind, number=project.last_number + place,
                version=1, state={**rules.empty, **least, **state}, created_at=at, updated_at=at,
                updated_by_id=project.created_by_id, **columns,
            )
        )  # fmt: skip
    made = Item.objects.bulk_create(rows)
    Version.objects.bulk_create(
        Version(item=row, number=1, state=row.state, author_id=row.owner_id, at=row.created_at) for row in made
    )
    project.last_number += len(made)
    project.save(update_fields=["last_number"])
    return made
