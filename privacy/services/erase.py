"""Take content out of every row that holds it. The caller decides, holds the locks and has asked for permission."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.outbox.models import Mail
from items.models import Event, Item, Relation, Version
from items.services import siblings
from items.services.record import record
from items.services.versions import append_version
from privacy.models import DeletionRequest, Sealed
from privacy.services.forget import forget_batch_keys
from privacy.services.gone import Gone
from proposals.models import Proposal

_CHUNK = 50  # rows at a time, for each may hold a long text


def erase_item(gone: Gone, item: Item) -> None:
    """Item, versions, proposals on it, notes of its relations, reasons. A tombstone stays: number, kind, who, when.

    The one item of a kind that a project always has begins anew, empty.
    """
    actor, now = gone.actor, timezone.now()
    gone.item(item)
    gone.state(item.rules, item.state)
    _erase_versions(gone, item, item.versions.all(), now)
    _erase_proposals(gone, Proposal.objects.filter(item=item), now)
    relations = Relation.objects.filter(Q(source=item) | Q(target=item))
    gone.texts(relations.values_list("note", flat=True))
    relations.update(note="")
    Sealed.objects.filter(item=item).delete()
    _close_requests(gone, DeletionRequest.objects.filter(item=item), now)
    gone.texts(forget_batch_keys(item))
    if not item.rules.numbered and item.project_id is not None:
        _open(item)
        append_version(actor=actor, item=item, state=item.rules.empty, changed=[], at=now)
    else:
        siblings.leave(item)
        item.state, item.sealed, item.deletion = None, True, None
        item.erased_at, item.erased_by_id = now, actor.user_id
        item.save(update_fields=["state", "sealed", "deletion", "erased_at", "erased_by", "position"])
    record(Event.What.ERASED, [item], actor=actor, at=now)


def erase_versions(gone: Gone, item: Item, numbers: Collection[int]) -> None:
    """Some versions, and the proposals that made them or were based on them; the others keep their numbers.

    Of the current one the item falls back to the last one that is left, as a new version; with none left it goes.
    """
    actor, now = gone.actor, timezone.now()
    if not item.versions.filter(erased_at=None).exclude(number__in=numbers).exists():
        erase_item(gone, item)
        return
    gone.item(item, numbers)
    _erase_versions(gone, item, item.versions.filter(number__in=numbers), now)
    about = Q(base_version__in=numbers) | Q(version__in=numbers)
    _erase_proposals(gone, Proposal.objects.filter(about, item=item), now)
    _close_requests(gone, DeletionRequest.objects.filter(item=item, version__in=numbers), now)
    if item.version in numbers:
        _fall_back(actor, item, now)
    record(Event.What.ERASED, [item], actor=actor, at=now)


def erase_proposal(gone: Gone, proposal: Proposal) -> None:
    """A proposal's content and reasons; that there was one, by whom and when, stays."""
    gone.proposal(proposal)
    _erase_proposals(gone, Proposal.objects.filter(pk=proposal.pk), timezone.now())


def _fall_back(actor: Actor, item: Item, now: datetime) -> None:
    """The last version that can be read, as a new one; while all others wait, the item waits with the last of them."""
    Sealed.objects.filter(item=item).delete()
    readable = item.versions.filter(sealed=False).order_by("-number").first()
    if readable is not None:
        _open(item)
        append_version(
            actor=actor, item=item, state=readable.state or {}, changed=item.rules.changed(None, readable.state or {}),
            at=now, reason=f"Version {item.version} was deleted; this is version {readable.number} again",
        )  # fmt: skip
        return
    last = item.versions.filter(erased_at=None).order_by("-number").first()
    holder = Sealed.objects.filter(version=last).first()
    if last is None or holder is None:
        return
    Sealed.objects.create(request=holder.request, item=item, state=holder.state)
    item.deletion = holder.request_id
    item.save(update_fields=["deletion"])


def _open(item: Item) -> None:
    """Unlocked, and still without a state: the database keeps that one that is locked has none."""
    item.state, item.sealed, item.deletion = None, False, None
    item.save(update_fields=["state", "sealed", "deletion"])


def _erase_versions(gone: Gone, item: Item, versions: QuerySet[Version], now: datetime) -> None:
    rows = versions.filter(erased_at=None)
    for version in rows.iterator(chunk_size=_CHUNK):
        gone.state(item.rules, version.state)
        gone.reasons([version.reason])
    sealed = Sealed.objects.filter(version__in=versions)
    for row in sealed.iterator(chunk_size=_CHUNK):
        gone.state(item.rules, row.state)
        gone.reasons(row.texts.values())
    sealed.delete()
    rows.update(state=None, sealed=True, deletion=None, reason="", erased_at=now, erased_by=gone.actor.user_id)


def _erase_proposals(gone: Gone, proposals: QuerySet[Proposal], now: datetime) -> None:
    keys = list(proposals.values_list("pk", flat=True))
    found = Proposal.objects.filter(pk__in=keys, erased_at=None)
    for proposal in found.iterator(chunk_size=_CHUNK):
        gone.state(proposal.rules, proposal.state)
        gone.reasons([proposal.reason, proposal.decision_reason])
    sealed = Sealed.objects.filter(proposal__in=keys)
    for row in sealed.select_related("proposal").iterator(chunk_size=_CHUNK):
        if row.proposal is not None:
            gone.state(row.proposal.rules, row.state)
        gone.reasons(row.texts.values())
    sealed.delete()
    _close_requests(gone, DeletionRequest.objects.filter(proposal__in=keys), now)
    quoting = {f"agent:{agent}" for agent in found.values_list("agent", flat=True) if agent}
    Mail.objects.filter(about__in=quoting | {f"proposal:{key}" for key in keys}).update(text="", next_try_at=None)
    found.filter(status=Proposal.Status.PENDING).update(
        status=Proposal.Status.WITHDRAWN, decided_by=gone.actor.user_id, decided_at=now, updated_at=now
    )
    found.update(
        state=None, sealed=True, deletion=None, reason="", decision_reason="", fingerprint="", erased_at=now,
        erased_by=gone.actor.user_id,
    )  # fmt: skip


def _close_requests(gone: Gone, requests: QuerySet[DeletionRequest], now: datetime) -> None:
    """What else was asked for the same is settled with it; what was rejected before says no more why."""
    for reasons in requests.values_list("reason", "decision_reason"):
        gone.reasons(reasons)
    requests.filter(status=DeletionRequest.Status.PENDING).update(
        status=DeletionRequest.Status.APPROVED, decided_by=gone.actor.user_id, decided_at=now
    )
    requests.update(reason="", decision_reason="")
