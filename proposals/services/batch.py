"""Store many items at once: each kind whole or not at all, nothing twice."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import IdempotencyClash, Invalid, Refusal
from conderis.core.locks import hold
from conderis.core.reasons import check_reason
from conderis.core.secrets import refuse_secrets_in
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item
from items.services.create import Draft, create
from items.services.states import new_state
from projects.models import Project
from proposals.models import BatchResult
from proposals.services.contribute import require_place, require_publishable, split
from proposals.services.envelope import Batch, BatchItem, digest_of
from proposals.services.places import place_of


@transaction.atomic
def store_batch(
    *, actor: Actor, project: Project | None, batch: Batch, reason: str = "", propose: bool = False
) -> Json:
    """Each kind's outcome by name: stored with its numbers, replayed, or failed with its refusal.

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
                results[name] = _store_kind(actor, project, items[0].kind, items, reason, propose)
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


def _store_kind(
    actor: Actor, project: Project | None, kind: Kind, items: list[BatchItem], reason: str, propose: bool
) -> Json:
    """Raises the first refusal, with ``item`` as its place in the whole batch."""
    keys: dict[str, int] = {}  # key -> index of an earlier draft
    drafts: list[Draft] = []
    for item in items:
        try:
            drafts.append(_draft(actor, project, kind, item, keys, propose))
        except Refusal as refusal:
            refusal.data["item"] = item.index
            raise
        if item.key is not None:
            keys[item.key] = len(drafts) - 1
    made = create(actor=actor, kind=kind, project=project, drafts=drafts, reason=reason)
    return _stored(project, items, made)


def _draft(
    actor: Actor, project: Project | None, kind: Kind, item: BatchItem, keys: dict[str, int], propose: bool
) -> Draft:
    require_place(actor, kind, project)
    require_publishable(actor, project, kind, item.fields, propose=propose)
    refuse_secrets_in({**item.fields, "key": item.key})
    content, placed = split(kind, item.fields)
    state = new_state(kind, project, content)
    parent = placed.get("parent")
    if isinstance(parent, str) and project is not None:
        if parent not in keys:
            raise Invalid(
                "parent",
                f"parent must be the key of an earlier {kind.name} of this batch, or the number of an existing one "
                "as a JSON number.",
            )
        place = place_of(actor, project, kind, {**placed, "parent": None})
        return Draft(state, parent=keys[parent], position=place.position, item=item.index)
    if isinstance(parent, str) and parent in keys:
        return Draft(state, parent=keys[parent], item=item.index)
    place = place_of(actor, project, kind, placed)
    return Draft(state, parent=place.parent, position=place.position, item=item.index)


def _stored(project: Project | None, items: list[BatchItem], made: list[Item]) -> Json:
    """Keys and all, as numbers of the project or as references of personal items."""
    names: list[Any] = [item.number if project is not None else item.ref for item in made]
    by_key = {item.key: name for item, name in zip(items, names, strict=True) if item.key is not None}
    return {"outcome": "stored", "numbers" if project is not None else "refs": by_key, "all": names}
