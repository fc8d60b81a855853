"""Link two items of a project, or undo it. Needs no version and takes none."""

from django.db import transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.secrets import refuse_secrets
from items.access import require_on, require_unlocked
from items.kinds import KINDS
from items.models import Event, Item, Relation
from items.services.change import Outcome
from items.services.locking import lock_tree
from items.services.record import record
from projects.capabilities import Capability

RELATIONS = ("related", "depends_on", "supersedes", "contradicts", "implements", "derived_from")
ONE_WAY = frozenset({"supersedes", "depends_on"})
# These change what others recall of the target, so they are reviewed as it is.
WEIGHTY = frozenset({"supersedes", "contradicts"})


@transaction.atomic
def relate(*, actor: Actor, source: Item, target: Item, relation: str, note: str = "") -> Outcome:
    """Say that ``source`` stands in ``relation`` to ``target``; a repeated one is unchanged.

    Both came through the door of one project. Raises Denied, Locked, or Invalid naming ``relation`` or ``target``;
    SecretFound for the note, which is its caller's ``reason``.
    """
    require_relatable(actor, source, target, relation)
    refuse_secrets("reason", note)
    if relation in ONE_WAY:
        _refuse_both_ways(source, target, relation)
    now = timezone.now()
    _, created = Relation.objects.get_or_create(
        source=source,
        target=target,
        relation=relation,
        defaults={
            "project_id": source.project_id,
            "note": note, "created_by_id": actor.user_id, "created_agent_id": actor.agent_id, "created_at": now,
        },
    )  # fmt: skip
    if created:
        record(Event.What.RELATED, [source], actor=actor, at=now)
    return Outcome(source, changed=created)


def _refuse_both_ways(source: Item, target: Item, relation: str) -> None:
    """Each superseding the other would take both out of recall, each waiting for the other would block both."""
    lock_tree(source.project, source.owner_id)
    if Relation.objects.filter(source=target, target=source, relation=relation).exists():
        raise Invalid(
            "target", f"{target.ref} {relation} {source.ref} already; it can't hold both ways. unrelate it first."
        )


@transaction.atomic
def unrelate(*, actor: Actor, source: Item, target: Item, relation: str, note: str = "") -> Outcome:
    """Take the relation back; one that isn't there is unchanged. The note isn't kept. Raises as `relate` does."""
    require_relatable(actor, source, target, relation)
    refuse_secrets("reason", note)
    gone, _ = Relation.objects.filter(source=source, target=target, relation=relation).delete()
    if gone:
        record(Event.What.UNRELATED, [source], actor=actor, at=timezone.now())
    return Outcome(source, changed=bool(gone))


def require_relatable(actor: Actor, source: Item, target: Item, relation: str) -> None:
    """Raises Denied, Locked, or Invalid naming ``relation`` or ``target``."""
    weighs = relation in WEIGHTY and not source.private and (_reviewed(source) or _reviewed(target))
    require_on(actor, Capability.MODERATE if weighs else Capability.WRITE, source)
    for item in (source, target):
        require_unlocked(item)
    if relation not in RELATIONS:
        raise Invalid("relation", f"relation must be one of {', '.join(RELATIONS)}.")
    if source.pk == target.pk:
        raise Invalid("target", f"{source.ref} can't be related to itself; target must be another item.")
    own = {name for kind in KINDS.values() for name in kind.relations}
    if relation in own and not (source.kind == target.kind and relation in source.rules.relations):
        kinds = " or ".join(kind.plural for kind in KINDS.values() if relation in kind.relations)
        raise Invalid("relation", f"{relation} is between {kinds} only.")


def _reviewed(item: Item) -> bool:
    return item.rules.reviewed(item.state)
