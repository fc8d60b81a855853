"""Who let in what someone had proposed, and through which proposal it came."""

from conderis.accounts.selectors import Names, signature
from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item, Version
from projects.permissions import writes


def approver(row: Item | Version, names: Names) -> Json | None:
    """Who let in what it says; None where nobody had to."""
    return signature(row.reviewed_by_id, row.reviewed_agent_id, names) if row.reviewed_by_id else None


def came_through(actor: Actor, item: Item, version: Version) -> Json:
    """``proposal``, its reference, for whoever may see it: its author, whose name the version bears, and who writes."""
    if version.proposal is None or item.project is None:
        return {}
    seen = version.author_id == actor.user_id or writes(actor, item.project)
    return {"proposal": f"proposal:{version.proposal}"} if seen else {}
