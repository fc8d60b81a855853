"""What a fork recalls of the project that it is a fork of: the shared memories."""

from conderis.core.actor import Actor
from conderis.recall.entry import Part
from conderis.recall.rows import Shelf, Where
from items.kinds import KINDS, Kind
from projects.models import Project
from projects.selectors import public_upstream


def parts(actor: Actor, project: Project, most: int) -> list[Part]:
    """Entries named ``<projectId>#N``; nothing where there is no public upstream."""
    upstream = public_upstream(project)
    if upstream is None:
        return []
    shelf = Shelf(actor, upstream, Where.UPSTREAM)
    return [_part(shelf, upstream, kind, most) for kind in KINDS.values() if kind.inherited]


def _part(shelf: Shelf, upstream: Project, kind: Kind, most: int) -> Part:
    items = shelf.best(kind, most + 1)
    total = len(items) if len(items) <= most else shelf.total(kind)
    call = f"item_list kind {kind.name} projectId {upstream.pk}"
    return Part(f"upstream {kind.plural}", items[:most], total, call, prefix=upstream.pk, whole=True)
