"""Mail those who decide what waits for three days, once."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from conderis.accounts.models import User
from conderis.outbox.services.post import post
from privacy.access import is_private
from privacy.models import DeletionRequest
from projects.capabilities import Role
from projects.models import Membership, OrganizationMembership

AFTER = timedelta(days=3)
BATCH = 50


@transaction.atomic
def remind() -> int:
    """How many requests were reminded of: at most 50, each once. The mails hold ids and a link alone."""
    now = timezone.now()
    rows = DeletionRequest.objects.filter(
        status=DeletionRequest.Status.PENDING, asked_at__lte=now - AFTER, reminded_at=None
    )
    due = list(
        rows.select_related("project", "item", "proposal__item")
        .order_by("asked_at")
        .select_for_update(skip_locked=True, of=("self",), no_key=True)[:BATCH]
    )
    for request in due:
        for person in _deciders(request):
            _mail(request, person, (now - request.asked_at).days)
    DeletionRequest.objects.filter(pk__in=[request.pk for request in due]).update(reminded_at=now)
    return len(due)


def _deciders(request: DeletionRequest) -> list[User]:
    """The owners, without who asked where a second person must decide; of what is private its author."""
    if is_private(request):
        owner = request.item.owner_id if request.item is not None else None
        return list(User.objects.filter(pk=owner, is_active=True))
    project = request.project
    if project is None:
        return []
    own = Membership.objects.filter(project=project, role=Role.OWNER).values("user")
    through = OrganizationMembership.objects.filter(
        organization=project.organization_id, role=Role.OWNER
    ).values("user")  # fmt: skip
    people = User.objects.filter(pk__in=own.union(through), is_active=True)
    return [each for each in people if not (project.deletion_needs_two and each.pk == request.asked_by_id)]


def _mail(request: DeletionRequest, person: User, days: int) -> None:
    post(
        to=person.email,
        subject=f"{request.ref} has waited for {days} days",
        text=(
            f"Someone asked for {request.shown} to be deleted for good, and locked it meanwhile. "
            f"It waits for your decision since {request.asked_at:%Y-%m-%d}:\n\n"
            f"{settings.PUBLIC_URL}/privacy/{request.pk}/\n"
        ),
        about=request.ref,
        printed=True,
    )
