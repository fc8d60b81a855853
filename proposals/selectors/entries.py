"""Proposals as results show them: short in lists, whole on their own."""

from collections.abc import Sequence

from django.db.models import Prefetch, QuerySet

from conderis.accounts.selectors import Names
from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item
from items.selectors.entries import mini
from items.selectors.reading import at_text
from proposals.models import Proposal
from proposals.selectors.signing import author_of, names_behind

_COLUMNS = (
    "project_id", "kind", "item_id", "sealed", "title", "reason", "author_id", "agent_id", "created_at", "updated_at",
    "status", "sitting", "changed_fields", "base_version", "repeats_id", "decided_by_id", "decided_agent_id",
    "decided_at", "decided_in", "decision_reason", "version", "merged_onto", "edited",
)  # fmt: skip
TITLE_SHOWN = ("title", "number", "kind", "project_id", "owner_id", "private", "sealed", "archived", "version")


def rows(proposals: QuerySet[Proposal]) -> QuerySet[Proposal]:
    """The proposals with what a short entry needs, and no content; two queries."""
    return proposals.only(*_COLUMNS).prefetch_related(Prefetch("item", Item.objects.only(*TITLE_SHOWN)))


def short(actor: Actor, proposal: Proposal, names: Names) -> Json:
    """The entry of a list. A sealed one keeps its title for itself."""
    return {
        "ref": proposal.ref,
        "kind": proposal.kind,
        "target": mini(actor, proposal.item),
        "title": proposal.title,
        "author": author_of(proposal, names),
        "reason": proposal.reason or None,
        "state": proposal.status,
        "createdAt": at_text(proposal.created_at),
    }


def shorts(actor: Actor, found: Sequence[Proposal]) -> list[Json]:
    """The entries of a page. At most two queries for the names."""
    names = names_behind(found)
    return [short(actor, each, names) for each in found]
