"""Items to choose from while someone types what they mean."""

from conderis.core.actor import Actor
from items.kinds import Kind
from items.kinds.base import Json, blank
from items.kinds.fields import whole_number
from items.selectors.entries import entries, short
from items.selectors.listing import Query, in_place, list_items
from projects.models import Project

SUGGESTED = 8
TYPED_MAX = 200  # characters that are looked at


def suggest(actor: Actor, project: Project | None, typed: str, kind: Kind | None = None) -> list[Json]:
    """A few short entries, best first: the one with that number, or what holds the words."""
    text = typed[:TYPED_MAX].replace("\0", "")
    number = whole_number(text)
    if isinstance(number, int):
        rows = entries(in_place(actor, project).filter(number=number, **({"kind": kind.name} if kind else {})))
        return [short(actor, item) for item in rows]
    if blank(text):
        return []
    found: list[Json] = list_items(actor, project, Query(kind, query=text, limit=SUGGESTED))["items"]
    return found
