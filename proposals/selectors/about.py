"""What waits about one item or one kind, for the pages of items."""

from collections.abc import Sequence
from dataclasses import dataclass

from conderis.core.actor import Actor
from items.kinds.base import Kind
from items.models import Item
from projects.models import Project
from proposals.access import visible
from proposals.models import Proposal
from proposals.selectors.entries import rows
from proposals.selectors.rows import Row, field_words, rows_of

COUNTED_MOST = 100  # on one item
SHOWN = 3  # of one's own, and of the others'
NEW_MOST = 20  # of one's own new ones


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal on an item; ``changed`` is in words."""

    proposal: Proposal
    by: str
    changed: Sequence[str]


@dataclass(frozen=True, slots=True)
class OnItem:
    """The caller's own and, for who sees them, the others', oldest first: the first of them, and how many there are."""

    mine: Sequence[Waiting] = ()
    mine_total: int = 0
    others: Sequence[Waiting] = ()
    others_total: int = 0
    more: bool = False  # than were counted


def pending_on(actor: Actor, item: Item) -> OnItem:
    """What waits on an item that came through its door. One query, none for what nobody reviews."""
    if item.project is None or not item.stored or not item.rules.reviewed(item.state):
        return OnItem()
    found = Proposal.objects.filter(
        visible(actor, item.project), item=item, status=Proposal.Status.PENDING, sealed=False
    )
    fields = ("kind", "author_id", "created_at", "status", "changed_fields", "author__name")
    first = list(found.select_related("author").only(*fields).order_by("pk")[: COUNTED_MOST + 1])
    waiting = [
        Waiting(each, each.author.name, field_words(each.rules, each.changed_fields)) for each in first[:COUNTED_MOST]
    ]
    mine = [each for each in waiting if each.proposal.author_id == actor.user_id]
    others = [each for each in waiting if each.proposal.author_id != actor.user_id]
    return OnItem(mine[:SHOWN], len(mine), others[:SHOWN], len(others), len(first) > COUNTED_MOST)


def my_new(actor: Actor, project: Project, kind: Kind) -> list[Row]:
    """New items of the kind that the caller has proposed and that wait, the latest first. At most four queries."""
    if not actor.user_id or not kind.reviewed(None):
        return []
    found = Proposal.objects.filter(
        project=project, author=actor.user_id, kind=kind.name, item=None, status=Proposal.Status.PENDING, sealed=False
    )
    return rows_of(actor, rows(found).order_by("-pk")[:NEW_MOST])
