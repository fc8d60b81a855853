"""Which requests wait."""

from django.db.models import Q, QuerySet

from conderis.core.actor import Actor
from privacy.models import DeletionRequest
from projects.models import Project


def waiting(project: Project) -> QuerySet[DeletionRequest]:
    """The project's open requests that its owners decide, oldest first: what is private its author decides."""
    rows = DeletionRequest.objects.filter(project=project, status=DeletionRequest.Status.PENDING)
    return rows.exclude(item__private=True).order_by("pk")


def waiting_for(actor: Actor) -> QuerySet[DeletionRequest]:
    """Open requests for what is the caller's own, private or personal, oldest first."""
    mine = Q(item__private=True) | Q(project=None)
    rows = DeletionRequest.objects.filter(mine, item__owner=actor.user_id, status=DeletionRequest.Status.PENDING)
    return rows.order_by("pk")
