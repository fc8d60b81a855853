"""How many items of each kind the caller may see. Each count reads one index alone."""

from collections.abc import Sequence
from functools import cache

from conderis.core.actor import Actor
from conderis.core.statements import Statement
from items.kinds import KINDS, Kind
from items.selectors.listing import in_place
from items.selectors.slots import CALLER, NOW, PLACE, given
from projects.models import Project

_COUNT = "(SELECT count(*) FROM ({}) AS shown)"


def counts(actor: Actor, project: Project) -> dict[str, int]:
    """Each counted kind under its name in project_get: what its list shows without filters."""
    kinds = [kind for kind in KINDS.values() if kind.count]
    found = counts_of(actor, project, kinds)
    return {kind.count: found[kind.name] for kind in kinds if kind.count}


def counts_of(actor: Actor, project: Project | None, kinds: Sequence[Kind]) -> dict[str, int]:
    """By the kinds' names what their lists show without filters, in a project or among the caller's own. One query."""
    [found] = _counting(tuple(kinds), in_project=project is not None).run(**given(actor, project))
    return dict(zip((kind.name for kind in kinds), found, strict=True))


@cache
def _counting(kinds: tuple[Kind, ...], *, in_project: bool) -> Statement:
    rows = in_place(CALLER, PLACE if in_project else None)
    shown = [rows.filter(kind.shown({}, NOW), kind=kind.name).values("pk") for kind in kinds]
    return Statement(f"SELECT {', '.join([_COUNT] * len(kinds))}", *shown)
