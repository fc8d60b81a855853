"""Put changes before a person."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from conderis.core.actor import Actor
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item
from items.services.move import Place
from projects.models import Project
from proposals.models import Proposal

SITTING = timedelta(minutes=30)  # without a pause as long as this, one author's proposals belong together


@dataclass(frozen=True, slots=True)
class Wish:
    """What one proposal asks for: a checked state, the fields that differ from the base, a place.

    ``item`` None is a new one. ``under`` is the index of an earlier wish of the same call, in the place of a parent.
    """

    state: Json
    changed: Sequence[str]
    item: Item | None = None
    place: Place = field(default_factory=Place)
    under: int | None = None


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal that was made, and the rejected one that it repeats."""

    proposal: Proposal
    repeats: Proposal | None = None

    changed = True  # as `items.services.change.Outcome` has it


@transaction.atomic
def propose(*, actor: Actor, project: Project, kind: Kind, wishes: Sequence[Wish], reason: str = "") -> list[Proposed]:
    """One proposal a wish, in their order. The caller has checked capability, locks, states and versions.

    What repeats a rejected one is marked as a repeat. At most five queries, however many there are.
    """
    now = timezone.now()
    fingerprints = [_fingerprint(project, kind, wish) for wish in wishes]
    rejected = Proposal.objects.filter(fingerprint__in=fingerprints, status=Proposal.Status.REJECTED, project=project)
    earlier = {each.fingerprint: each for each in rejected.order_by("decided_at")}
    sitting = _sitting(actor, project)
    made = [
        Proposal(
            project=project,
            kind=kind.name,
            item=wish.item,
            base_version=wish.item.version if wish.item else 0,
            state=wish.state,
            parent=wish.place.parent,
            reparent=wish.place.reparent,
            position=wish.place.position,
            changed_fields=[*wish.changed, *_moved(wish)],
            reason=reason,
            author_id=actor.user_id,
            agent_id=actor.agent_id,
            created_at=now,
            updated_at=now,
            sitting=sitting,
            fingerprint=fingerprint,
            repeats=earlier.get(fingerprint),
        )
        for wish, fingerprint in zip(wishes, fingerprints, strict=True)
    ]
    Proposal.objects.bulk_create(made)
    _join(made, wishes)
    return [Proposed(each, each.repeats) for each in made]


def _sitting(actor: Actor, project: Project) -> int | None:
    """The sitting that goes on; None where a new one begins."""
    mine = Proposal.objects.filter(project=project, author=actor.user_id, agent=actor.agent_id)
    last = mine.order_by("-pk").only("sitting", "created_at").first()
    return last.sitting if last is not None and last.created_at > timezone.now() - SITTING else None


def _join(made: Sequence[Proposal], wishes: Sequence[Wish]) -> None:
    """What needs the keys of others: the sitting that begins with the first, and parents that wait too."""
    for proposal, wish in zip(made, wishes, strict=True):
        proposal.sitting = proposal.sitting or made[0].pk
        proposal.parent_proposal = made[wish.under] if wish.under is not None else None
    Proposal.objects.bulk_update(made, ["sitting", "parent_proposal"])


def _moved(wish: Wish) -> list[str]:
    """The names of the places that it asks for."""
    under = wish.place.reparent or wish.under is not None
    return [*(["parent"] if under else []), *(["position"] if wish.place.position is not None else [])]


def _fingerprint(project: Project, kind: Kind, wish: Wish) -> str:
    """Equal for equal wishes. Keyed, so that what it was made of can't be guessed from a dump."""
    said = {name: wish.state.get(name) for name in wish.changed}
    place = [wish.place.parent.pk if wish.place.parent else None, wish.place.reparent, wish.place.position]
    whole = [project.pk, kind.name, wish.item.pk if wish.item else None, said, place]
    text = json.dumps(whole, sort_keys=True, ensure_ascii=False)
    return salted_hmac("proposals.fingerprint", text, algorithm="sha256").hexdigest()
