"""Erase again what was erased before: a restored backup still holds it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.models import Item
from items.services.locking import lock_tree
from privacy.models import Erasure
from privacy.services.erase import erase_item, erase_proposal, erase_versions
from privacy.services.export_erasures import FIELDS
from privacy.services.gone import Gone
from proposals.models import Proposal


@dataclass(frozen=True, slots=True)
class Reapplied:
    """How many lines were read, and how many of them found something to erase."""

    read: int
    erased: int


def reapply_erasures(lines: Iterable[str] | None = None) -> Reapplied:
    """Replay the lines of `export_erasures` and keep them in this database's ledger; without them its own ledger.

    Each in a transaction of its own; again, it finds nothing to do. What came after the erasing under the same number,
    on a database that was set back, isn't touched. Raises Invalid for a line that is none of a ledger's.
    """
    entries = list(Erasure.objects.order_by("at", "id")) if lines is None else [_entry(line) for line in lines]
    return Reapplied(len(entries), sum(_reapply(entry) for entry in sorted(entries, key=lambda entry: entry.at)))


def _entry(line: str) -> Erasure:
    try:
        row = json.loads(line)
        row = {name: row[name] for name in FIELDS}
        return Erasure(**row | {"id": UUID(row["id"]), "at": datetime.fromisoformat(row["at"])})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Invalid("file", "A line of this file isn't one of a ledger of erasures.") from None


@transaction.atomic
def _reapply(entry: Erasure) -> bool:
    """Whether there was something to erase. Then it's due to be scrubbed, again."""
    known = Erasure.objects.filter(pk=entry.pk)
    if not known.exists():
        entry.scrub = None
        entry.save(force_insert=True)
    erased = entry.item is not None and _again_of_item(entry, entry.item)
    erased |= _again_of_proposals(entry)
    if erased:
        known.update(scrub=None)
    return erased


def _again_of_item(entry: Erasure, key: int) -> bool:
    place = {"project": entry.project or None, "kind": entry.kind, "number": entry.number}
    rows = Item.objects.filter(pk=key, created_at__lte=entry.at, erased_at=None)
    found = rows.filter(**{name: value for name, value in place.items() if value is not None}).first()
    if found is None or found.project_id != place["project"]:
        return False
    lock_tree(found.project, found.owner_id)
    item = Item.objects.select_for_update(no_key=True, of=("self",)).get(pk=found.pk)
    item.project = found.project
    left = item.versions.filter(erased_at=None)
    old = set(left.filter(at__lte=entry.at).values_list("number", flat=True))
    if entry.versions is not None:
        old &= set(entry.versions)
    if not old:
        return False
    gone = Gone(_actor(entry, item.owner_id))
    if entry.versions is None and not left.filter(at__gt=entry.at).exists():
        erase_item(gone, item)
    else:
        erase_versions(gone, item, old)
    return True


def _again_of_proposals(entry: Erasure) -> bool:
    rows = Proposal.objects.filter(
        pk__in=entry.proposals, project=entry.project, created_at__lte=entry.at, erased_at=None
    )
    held = list(rows.select_for_update(no_key=True, of=("self",)))
    for proposal in held:
        erase_proposal(Gone(_actor(entry, proposal.author_id)), proposal)
    return bool(held)


def _actor(entry: Erasure, otherwise: str) -> Actor:
    """Who erased it then; the restored database may not know them yet."""
    return Actor(entry.by if User.objects.filter(pk=entry.by).exists() else otherwise)
