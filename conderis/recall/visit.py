"""What changed in a person's projects since they were last there, for the first page that they see."""

from dataclasses import dataclass

from conderis.core.actor import Actor
from conderis.recall.marks import seen_until
from items.selectors.activity import changes_since
from items.selectors.feed import Change


@dataclass(frozen=True, slots=True)
class Visit:
    """``first`` when there was no visit before; ``more`` when there is more than is shown."""

    first: bool
    entries: list[Change]
    more: bool


def since_last_visit(actor: Actor, *, limit: int = 30) -> Visit:
    """The changes since the person's last visit, newest first, and a note that they are here now.

    The mark is one a person for all their projects and moves as recall's do: within ten minutes a visit shows the
    same changes again, and one that commits late isn't missed. A GET that calls this writes one row.
    """
    since = seen_until(actor, None)
    if since is None:
        return Visit(first=True, entries=[], more=False)
    entries, more = changes_since(actor, since, limit=limit)
    return Visit(first=False, entries=entries, more=more)
