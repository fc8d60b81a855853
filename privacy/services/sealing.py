"""Lock content away: out of its row, into `Sealed`, so that whoever forgets to ask finds nothing there."""

from collections.abc import Iterable

from django.db.models import Q

from items.models import Item, Version
from privacy.models import DeletionRequest, Sealed
from proposals.models import Proposal


def seal_item(request: DeletionRequest, item: Item) -> None:
    """A locked item's state, every version's, and every proposal's on it."""
    _seal_versions(request, item.versions.filter(sealed=False))
    _seal_proposals(request, Proposal.objects.filter(item=item, sealed=False))
    _seal_state(request, item)


def seal_version(request: DeletionRequest, item: Item, version: Version) -> None:
    """One version's state of a locked item, and of the proposals that made it or were based on it.

    While it is the current one, the item says the same, and so is locked as a whole.
    """
    _seal_versions(request, [version])
    about = Q(base_version=version.number) | Q(version=version.number)
    _seal_proposals(request, Proposal.objects.filter(about, item=item, sealed=False))
    if version.number == item.version:
        _seal_state(request, item)


def seal_proposal(request: DeletionRequest, proposal: Proposal) -> None:
    """A locked proposal's state, its reason and the one of its decision."""
    _seal_proposals(request, [proposal])


def unseal(request: DeletionRequest) -> None:
    """Everything goes back to where it was. What another request waits for by now is handed on to that."""
    for row in request.sealed.select_related("item", "version__item", "proposal__item"):
        holder = _also_waiting(request, row)
        if holder is not None:
            _hand_on(row, holder)
        else:
            _put_back(row)


def _seal_state(request: DeletionRequest, item: Item) -> None:
    Sealed.objects.create(request=request, item=item, state=item.state)
    item.state, item.sealed, item.deletion = None, True, request.pk
    item.save(update_fields=["state", "sealed", "deletion"])


def _seal_versions(request: DeletionRequest, versions: Iterable[Version]) -> None:
    found = list(versions)
    Sealed.objects.bulk_create(
        Sealed(request=request, version=each, state=each.state, texts={"reason": each.reason}) for each in found
    )
    Version.objects.filter(pk__in=[each.pk for each in found]).update(
        state=None, sealed=True, deletion=request.pk, reason=""
    )


def _seal_proposals(request: DeletionRequest, proposals: Iterable[Proposal]) -> None:
    found = list(proposals)
    Sealed.objects.bulk_create(
        Sealed(
            request=request,
            proposal=each,
            state=each.state,
            texts={"reason": each.reason, "decision_reason": each.decision_reason},
        )
        for each in found
    )
    Proposal.objects.filter(pk__in=[each.pk for each in found]).update(
        state=None, sealed=True, deletion=request.pk, reason="", decision_reason=""
    )


def _also_waiting(request: DeletionRequest, row: Sealed) -> DeletionRequest | None:
    """Another request by which the row would be locked: for its item as a whole, or for its version."""
    item = row.item or (row.version.item if row.version else row.proposal.item if row.proposal else None)
    others = DeletionRequest.objects.filter(status=DeletionRequest.Status.PENDING).exclude(pk=request.pk)
    whole = Q(item=item, version=None) if item is not None else Q(pk=None)
    if row.proposal is not None:
        numbers = [row.proposal.base_version, *([row.proposal.version] if row.proposal.version else [])]
        whole |= Q(proposal=row.proposal) | (Q(item=item, version__in=numbers) if item is not None else Q(pk=None))
    if row.item is not None:
        whole |= Q(item=row.item, version=row.item.version)
    return others.filter(whole).order_by("pk").first()


def _hand_on(row: Sealed, holder: DeletionRequest) -> None:
    held = _held(row)
    held.deletion = holder.pk
    held.save(update_fields=["deletion"])
    Sealed.objects.filter(pk=row.pk).update(request=holder)


def _put_back(row: Sealed) -> None:
    held = _held(row)
    held.state, held.sealed, held.deletion = row.state, False, None
    for name, text in row.texts.items():
        setattr(held, name, text)
    held.save(update_fields=["state", "sealed", "deletion", *row.texts])
    row.delete()


def _held(row: Sealed) -> Item | Version | Proposal:
    """The row whose content it is; the database keeps that there is one."""
    held = row.item or row.version or row.proposal
    if held is None:
        raise ValueError(f"{row} is of nothing.")
    return held
