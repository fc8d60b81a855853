"""What a form offers beyond what the kind itself declares."""

from conderis.accounts.selectors import names_of
from conderis.core.actor import Actor
from items.forms.item_form import NOBODY
from items.kinds import Kind
from items.kinds.base import Json
from projects.models import Project
from projects.selectors import assignees


def people_for(actor: Actor, project: Project | None, kind: Kind, state: Json | None = None) -> list[tuple[str, str]]:
    """Who can be given the work, and whoever has it; nobody's choice where the kind gives no work."""
    if project is None or "assignee" not in kind.fields:
        return []
    listed = [NOBODY, *((person["ref"], person["name"]) for person in assignees(actor, project))]
    present = (state or {}).get("assignee")
    if present and present not in dict(listed):
        listed.append((present, names_of([present]).of(present)))
    return listed
