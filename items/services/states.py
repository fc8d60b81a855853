"""The state that a change leads to: the kind's rules, and those that need the database."""

from conderis.core.errors import Invalid
from items.kinds import Kind
from items.kinds.base import Json
from projects.models import Project
from projects.selectors import assignable


def new_state(kind: Kind, project: Project | None, fields: Json) -> Json:
    """The state of a new item. Raises the kind's refusals."""
    state = kind.new(fields, in_project=project is not None)
    _check_assignee(project, None, state)
    return state


def patched_state(kind: Kind, project: Project | None, state: Json, fields: Json) -> Json:
    """The state after a patch. Raises the kind's refusals."""
    after = kind.patched(state, fields, in_project=project is not None)
    _check_assignee(project, state, after)
    return after


def brought_back_state(kind: Kind, project: Project | None, state: Json, wanted: Json) -> Json:
    """The state after changes were undone. Raises the kind's refusals."""
    after = kind.brought_back(state, wanted)
    _check_assignee(project, state, after)
    return after


def _check_assignee(project: Project | None, before: Json | None, after: Json) -> None:
    """Who is new on it must be able to do it; who was there stays, even when that agent's connection has ended."""
    ref = after.get("assignee")
    if ref is None or (before and before.get("assignee") == ref):
        return
    if project is None or not assignable(project, ref):
        raise Invalid(
            "assignee",
            "assignee must be the user:… or agent:… reference of someone active who can see the project; "
            "project_get lists them.",
        )
