"""Many proposals at once, written straight into their table: for tests of size."""

from datetime import UTC, datetime, timedelta
from typing import Any

from conderis.accounts.models import Agent, User
from items.kinds import KINDS
from items.models import Item
from projects.models import Project
from proposals.models import Proposal

SINCE = datetime(2026, 1, 1, tzinfo=UTC)


def add_proposals(
    project: Project,
    author: User,
    count: int,
    *,
    agent: Agent | None = None,
    items: list[Item] | None = None,
    sitting: int | None = None,
    **columns: Any,
) -> list[Proposal]:
    """Memories proposed by one author, a minute after one another; of ``items``, if given, changes of their summary.

    Each stands on its own, or all in the sitting.
    """
    empty = KINDS["memory"].empty
    made = [
        Proposal(
            project=project, kind="memory", author=author, agent=agent, created_at=SINCE + timedelta(minutes=n),
            updated_at=SINCE + timedelta(minutes=n), fingerprint=f"{n}", reason=f"reason {n}", sitting=sitting,
            item=items[n % len(items)] if items else None, base_version=items[n % len(items)].version if items else 0,
            state={**empty, "title": f"title {n}", "summary": f"S {n}"}, changed_fields=["summary"], **columns,
        )
        for n in range(count)
    ]  # fmt: skip
    Proposal.objects.bulk_create(made)
    if sitting is None:
        for each in made:
            each.sitting = each.pk
        Proposal.objects.bulk_update(made, ["sitting"])
    return made
