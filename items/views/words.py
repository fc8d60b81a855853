"""What an item's page says after something was done, or wasn't."""

from collections.abc import Mapping

from conderis.core.errors import Conflict, Missing, Refusal
from conderis.core.text import one_line
from items.models import Item
from items.services.change import Outcome
from proposals.services.propose import Proposed

DONE: Mapping[str, str] = {
    "claim": "It’s yours now.",
    "complete": "Done.",
    "block": "It waits now, and says for what.",
    "unblock": "It goes on.",
    "archive": "Archived: lists and recall leave it out from now on.",
    "restore": "Restored: it’s active again.",
}

REASON_SHOWN = 200  # characters of the reason for which the same was rejected before
NOTHING = "Nothing was different, so nothing was saved."


def stored(outcome: Outcome) -> str:
    """After a new item was stored."""
    return f"Saved as {outcome.item.ref}." if outcome.item.project_id else "Saved, for you alone."


def proposed(outcome: Proposed) -> str:
    """After a change became a proposal."""
    if outcome.repeats is None:
        return "Proposed. It waits for someone who moderates; you see here what becomes of it."
    why = outcome.repeats.decision_reason
    return f"Proposed, though the same was rejected before: “{one_line(why, REASON_SHOWN)}”"


def saved(outcome: Outcome, before: int) -> str:
    """After an edit of what was at version ``before``."""
    if not outcome.changed:
        return NOTHING
    return f"Saved as version {outcome.item.version}." if outcome.item.version != before else "Moved."


def refused(refusal: Refusal, item: Item) -> str:
    """Why it wasn't done and what to do, where the services' own words are for agents. ``item`` is as it is now."""
    data = refusal.data
    if isinstance(refusal, Missing) and data.get("field") == "reason":
        return "Say what it waits for: the next reader needs that."
    if not isinstance(refusal, Conflict):
        return refusal.message
    if "heldBy" in data:
        return f"{data['heldBy']['name']} holds it. Take another one, or set the assignee to nobody first."
    if "status" in data:
        first = "Unblock it first" if data["status"] == "blocked" else "Reopen it first"
        return f"It is {data['status']}. {first}, if that is what you want."
    fields = ", ".join(data.get("changedFields", []))
    return (
        f"{data.get('changedBy', 'Someone')} saved version {item.version} meanwhile{f' ({fields})' if fields else ''}. "
        "Nothing of yours was done. This is how it stands now: look, and do it again if it still fits."
    )
