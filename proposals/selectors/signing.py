"""Who proposed and who decided, as every result shows it."""

from collections.abc import Iterable

from conderis.accounts.selectors import Names, names_for, signature
from items.kinds.base import Json
from items.selectors.reading import at_text
from proposals.models import Proposal


def names_behind(proposals: Iterable[Proposal]) -> Names:
    """The names of authors and deciders. At most two queries."""
    found = list(proposals)
    return names_for(
        (who for each in found for who in (each.author_id, each.decided_by_id)),
        (agent for each in found for agent in (each.agent_id, each.decided_agent_id)),
    )


def author_of(proposal: Proposal, names: Names) -> Json:
    return signature(proposal.author_id, proposal.agent_id, names)


def decision_of(proposal: Proposal, names: Names) -> Json | None:
    """Who decided it, when, why, and the version of the item that came of it; None while it waits."""
    if proposal.decided_by_id is None or proposal.decided_at is None:
        return None
    return {
        "by": signature(proposal.decided_by_id, proposal.decided_agent_id, names),
        "at": at_text(proposal.decided_at),
        "reason": proposal.decision_reason or None,
        "version": proposal.version,
    }
