"""The shared memories of the project that this one is a fork of."""

from conderis.core.actor import Actor
from conderis.recall.entry import Part
from conderis.recall.rows import best, recalled
from conderis.recall.sections.items import LINE_LEAST
from items.kinds import KINDS
from items.kinds.base import Lookup
from projects.models import Project
from projects.selectors import public_upstream

KIND = KINDS["memory"]


def part(actor: Actor, project: Project, max_chars: int) -> Part | None:
    """Named ``<projectId>#N``; None where there is no public upstream."""
    upstream = public_upstream(project)
    if upstream is None:
        return None
    most = max_chars // LINE_LEAST
    rows = recalled(actor, upstream, KIND, personal_too=False).filter(private=False)
    items = best(rows, KIND, KIND.recall_groups(Lookup(actor, upstream.pk)), most + 1)
    total = len(items) if len(items) <= most else rows.count()
    call = f"item_list kind {KIND.name} projectId {upstream.pk}"
    return Part("upstream memories", items[:most], total, call, prefix=upstream.pk)
