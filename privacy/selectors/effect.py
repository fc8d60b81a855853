"""What approving would erase, in numbers."""

from dataclasses import dataclass

from django.db.models import Q

from items.models import Item
from privacy.models import DeletionRequest
from proposals.models import Proposal


@dataclass(frozen=True, slots=True)
class Effect:
    """``whole`` when nothing of the item is left; ``back_to`` is the version that it falls back to, None where its
    current one stays or another request holds the rest."""

    versions: int = 0
    proposals: int = 0
    whole: bool = False
    back_to: int | None = None


def effect_of(request: DeletionRequest) -> Effect:
    """As `erase` would do it now, without further places. At most four queries."""
    item, number = request.item, request.version
    if item is None:
        return Effect(proposals=1)
    there = item.versions.filter(erased_at=None)
    if number is None:
        return Effect(there.count(), _proposals(item, Q()), whole=True)
    left = there.exclude(number=number)
    if not left.exists():
        return Effect(1, _proposals(item, Q()), whole=True)
    readable = left.filter(sealed=False).order_by("-number").values_list("number", flat=True).first()
    back_to = readable if number == item.version else None
    return Effect(1, _proposals(item, Q(base_version=number) | Q(version=number)), back_to=back_to)


def _proposals(item: Item, which: Q) -> int:
    return Proposal.objects.filter(which, item=item, erased_at=None).count()
