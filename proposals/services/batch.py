"""Store many items at once: each kind whole or not at all, nothing twice."""

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import IdempotencyClash, Refusal
from conderis.core.locks import hold
from conderis.core.reasons import check_reason
from items.kinds.base import Json
from projects.models import Project
from proposals.models import BatchResult
from proposals.services.batch_kind import store_kind
from proposals.services.envelope import Batch, digest_of


@transaction.atomic
def store_batch(
    *, actor: Actor, project: Project | None, batch: Batch, reason: str = "", propose: bool = False
) -> Json:
    """Each kind's outcome by name: stored with its numbers, proposed with its references, replayed, or failed with its
    refusal. ``propose`` asks for review of whatever is reviewed.

    One call at a time for a key, so that equal batches at the same moment store once. Raises
    IdempotencyClash, before anything is stored, when the key stored other content of one of the kinds; SecretFound
    for the reason.
    """
    check_reason(reason)
    hold("batch", project.pk if project else "", actor.user_id, batch.key)
    kinds = batch.by_kind()
    digests = {name: digest_of(items) for name, items in kinds.items()}
    before = {
        row.kind: row
        for row in BatchResult.objects.filter(project=project, user_id=actor.user_id, key=batch.key, kind__in=kinds)
    }
    for name, row in before.items():
        if row.digest != digests[name]:
            raise IdempotencyClash(
                f"This idempotencyKey stored other {kinds[name][0].kind.plural} before. Send the same batch again to "
                "read its result, or this one with a new idempotencyKey.",
                kind=name,
            )
    results: Json = {}
    for name, items in kinds.items():
        if name in before:
            results[name] = {**before[name].result, "replayed": True}
            continue
        try:
            with transaction.atomic():
                results[name] = store_kind(actor, project, items, reason=reason, propose=propose)
                BatchResult.objects.create(
                    project=project,
                    user_id=actor.user_id,
                    key=batch.key,
                    kind=name,
                    digest=digests[name],
                    result=results[name],
                    stored_at=timezone.now(),
                )
        except Refusal as refusal:
            results[name] = {"outcome": "failed", "error": refusal.as_dict()}
    return {"kinds": results}
