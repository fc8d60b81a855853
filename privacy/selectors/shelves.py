"""Which requests a person decides: in one project, and over all of them."""

from django.db.models import Q, QuerySet

from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from privacy.models import DeletionRequest
from projects.capabilities import CAPABILITIES, Capability, Role
from projects.models import Project
from projects.permissions import can
from projects.selectors import my_projects, visible_projects

_OWNERS = [role.value for role in Role if Capability.OWN in CAPABILITIES[role]]
_SHARED = Q(item=None) | Q(item__private=False)  # of a proposal without an item too
_PRIVATE = Q(item__private=True) | Q(item__isnull=False, project=None)


def shelf_of(actor: Actor, project: Project, *, decided: bool = False) -> QuerySet[DeletionRequest]:
    """The project's that are the caller's to decide, oldest first, or that were decided, newest first.

    An owner has those of what is shared, everyone those of their own private items.
    """
    mine = Q(item__private=True, item__owner=actor.user_id)
    shelf = mine | _SHARED if can(actor, Capability.OWN, project) else mine
    return _ordered(DeletionRequest.objects.filter(shelf, project=project), decided)


def require_shelf(actor: Actor, project: Project) -> None:
    """Raises NotFound for whoever neither owns the project nor has something private in it that was asked for."""
    if can(actor, Capability.OWN, project):
        return
    if not DeletionRequest.objects.filter(project=project, item__private=True, item__owner=actor.user_id).exists():
        raise NotFound("There is no such page that you can see.")


def own_shelf(actor: Actor, *, decided: bool = False) -> QuerySet[DeletionRequest]:
    """Those of what is the caller's alone: personal, and private in a project that they still see."""
    seen = Q(project=None) | Q(project__in=visible_projects(actor).order_by().values("pk"))
    return _ordered(DeletionRequest.objects.filter(_PRIVATE, seen, item__owner=actor.user_id), decided)


def to_decide(actor: Actor) -> QuerySet[DeletionRequest]:
    """What waits for the caller anywhere, oldest first; without their own requests where someone else must decide."""
    owned = my_projects(actor).filter(Q(seen_as__in=_OWNERS)).order_by().values("pk")
    shared = Q(project__in=owned) & _SHARED
    rows = DeletionRequest.objects.filter(shared | Q(pk__in=own_shelf(actor).order_by().values("pk")))
    return _ordered(rows.exclude(project__deletion_needs_two=True, asked_by=actor.user_id), decided=False)


def waiting_count(actor: Actor, project: Project) -> int | None:
    """How many wait for an owner in the project; None for others. At most one query."""
    return shelf_of(actor, project).count() if can(actor, Capability.OWN, project) else None


def _ordered(rows: QuerySet[DeletionRequest], decided: bool) -> QuerySet[DeletionRequest]:
    if decided:
        return rows.exclude(status=DeletionRequest.Status.PENDING).order_by("-decided_at", "-pk")
    return rows.filter(status=DeletionRequest.Status.PENDING).order_by("pk")
