"""An owner puts a project away, or takes it out again."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from projects.access import lock
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require


def archive_project(*, actor: Actor, project: Project) -> Project:
    """Leave the lists and the recall of forks. Whoever could read it still can, and nobody writes in it; its owners
    keep its settings, members and decisions on deletions. Archived already: unchanged.

    Raises Denied without ``own``.
    """
    return _set(actor, project, timezone.now())


def restore_project(*, actor: Actor, project: Project) -> Project:
    """Be as it was before. Not archived: unchanged. Raises Denied without ``own``."""
    return _set(actor, project, None)


@transaction.atomic
def _set(actor: Actor, project: Project, archived_at: datetime | None) -> Project:
    require(actor, Capability.OWN, project)
    held = lock(project)
    require(actor, Capability.OWN, held)
    if (held.archived_at is None) != (archived_at is None):
        held.archived_at = archived_at
        held.save(update_fields=["archived_at"])
    return held
