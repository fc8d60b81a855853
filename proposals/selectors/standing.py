"""What approving a proposal would come to now: its item may have moved on, or be where nothing can be merged."""

from dataclasses import dataclass

from conderis.core.errors import Conflict, Refusal
from items.access import locked
from items.kinds.base import Json
from items.models import Item
from items.selectors.bases import state_at
from proposals.merge import Merge, merge
from proposals.models import Proposal


@dataclass(frozen=True, slots=True)
class Standing:
    """``base`` is what the author had read, None where that can't be read any more; ``now`` what the item says.

    ``merge`` is what approving makes: its conflicts are what a person must write anew. ``obstacle`` is why nobody can
    approve it as things are; ``notice`` is what else a person must know first.
    """

    base: Json | None
    now: Json
    version: int
    base_version: int
    merge: Merge
    obstacle: Refusal | None = None
    notice: str = ""

    @property
    def moved_on(self) -> bool:
        """Whether the item has had versions since the one that the author had read."""
        return self.version != self.base_version


def standing_of(proposal: Proposal, item: Item | None) -> Standing:
    """For a pending proposal whose content isn't sealed, and its item as it is now. At most one query."""
    state = proposal.state or {}
    if item is None:
        return Standing({}, {}, 0, 0, Merge(state, (), state), _waits_for_parent(proposal), _lost_parent(proposal))
    now = item.state or {}
    obstacle = _put_away(proposal, item)
    base = item.state if proposal.base_version == item.version else state_at(item, proposal.base_version)
    notice = _gone(proposal) if base is None else ""
    return Standing(base, now, item.version, proposal.base_version, merged(proposal, base, now), obstacle, notice)


def merged(proposal: Proposal, base: Json | None, now: Json) -> Merge:
    """The proposal onto what its item said at some time. With no base all that it changes is for a person to write."""
    state = proposal.state or {}
    if base is not None:
        return merge(proposal.rules, base, now, state)
    said = {name: state[name] for name in proposal.changed_fields if name in state}
    return Merge(now, tuple(said), {**now, **said})


def _put_away(proposal: Proposal, item: Item) -> Refusal | None:
    if item.sealed:
        return locked(item.ref, item.deletion)
    if item.archived:
        return Conflict(
            f"{item.ref} was archived, so nothing is merged into it. Restore it first (item_action restore), or reject "
            f"{proposal.ref}.",
            version=item.version,
            archived=True,
        )
    return None


def _gone(proposal: Proposal) -> str:
    return (
        f"Version {proposal.base_version}, which this was based on, can't be read any more, so nothing can be merged. "
        "Whoever approves it in the browser writes what the fields should say."
    )


def _waits_for_parent(proposal: Proposal) -> Refusal | None:
    above = proposal.parent_proposal
    if above is None or not above.pending:
        return None
    return Conflict(
        f"{proposal.ref} stands under {above.ref}, which waits too. Decide that one first.", waitsFor=above.ref
    )


def _lost_parent(proposal: Proposal) -> str:
    above = proposal.parent_proposal
    if above is None or above.pending or above.item_id is not None:
        return ""
    return f"It was to stand under {above.ref}, which was {above.status}; approved, it goes to the top level."
