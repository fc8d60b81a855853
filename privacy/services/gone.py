"""What one decision takes away: a line in the ledger for each item or proposal, and the proof's hashes."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from conderis.core.actor import Actor
from items.kinds import Kind
from items.kinds.base import Json
from items.kinds.fields import moment_text
from items.models import Item
from privacy.marks import Marks
from privacy.models import DeletionRequest, Erasure, Proof
from privacy.runs import texts_of
from proposals.models import Proposal

KEY_BYTES = 32


def unprovable(at: datetime) -> Json:
    """The certificate of a text too short to be recognised anywhere: no five words, no unusual token of eight."""
    return {"searchedAt": moment_text(at), "provable": False, "complete": True, "stores": []}


class Gone:
    """Told of everything just before it goes, by `erase`; `write` keeps the ledger, and the proof for a ``request``."""

    def __init__(self, actor: Actor, at: datetime | None = None) -> None:
        self.actor = actor
        self.at = at or timezone.now()
        self._lines: list[Erasure] = []
        self._marks = Marks(secrets.token_bytes(KEY_BYTES))

    def state(self, rules: Kind, state: Json | None) -> None:
        """What people wrote of a state; a status or a name of a person stands in many others."""
        written = (*rules.long_texts, *rules.short_texts, "tags", *rules.read_only)
        self._marks.add(texts_of([(state or {}).get(name) for name in written]))

    def texts(self, texts: Iterable[str]) -> None:
        """Notes and names of callers."""
        self._marks.add(texts)

    def reasons(self, reasons: Iterable[str]) -> None:
        """Reasons are often the usual ones, so only their unusual words tell."""
        self._marks.add(reasons, runs=False)

    def item(self, item: Item, versions: Iterable[int] | None = None) -> None:
        """An item as a whole, or some of its versions."""
        numbers = None if versions is None else sorted(versions)
        self._line(str(item.project_id or ""), item.kind, item=item.pk, number=item.number, versions=numbers)

    def proposal(self, proposal: Proposal) -> None:
        """A proposal on its own; those on an erased item go with that."""
        self._line(str(proposal.project_id), proposal.kind, proposals=[proposal.pk])

    def write(self, request: DeletionRequest | None = None) -> None:
        """In the deciding transaction."""
        Erasure.objects.bulk_create(self._lines)
        if request is None:
            return
        marks = bytes(self._marks)
        if not marks:
            request.certificate = unprovable(self.at)
            request.save(update_fields=["certificate"])
        else:
            Proof.objects.create(
                request=request, key=self._marks.key, marks=marks, complete=self._marks.complete, made_at=self.at
            )

    def _line(self, project: str, kind: str, **what: object) -> None:
        self._lines.append(Erasure(at=self.at, by=self.actor.user_id, project=project, kind=kind, **what))
