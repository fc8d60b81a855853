"""Whom and what a statement that is built once is about: slots for the caller, the place and the moment."""

from typing import Any

from conderis.core.actor import Actor
from conderis.core.statements import Slot
from items.kinds.base import Lookup
from items.states import now_text
from projects.models import Project

CALLER = Actor(user_id=Slot("user"))
PLACE = Project(id=Slot("project"))
NOW = Slot("now")
LOOKUP = Lookup(CALLER, PLACE.pk)


def given(actor: Actor, project: Project | None) -> dict[str, Any]:
    """What goes into these slots."""
    return {"user": actor.user_id, "project": project.pk if project else None, "now": now_text()}
