"""Link two items of a project, or undo it. Needs no version and takes none."""

from django.db import connection, transaction
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.reasons import check_reason
from items.access import can_on, publishing, require_on, require_unlocked
from items.kinds import KINDS
from items.kinds.base import Json
from items.models import Event, Item, Relation
from items.services.change import Outcome
from items.services.locking import lock_tree
from items.services.record import record
from projects.capabilities import Capability

RELATIONS = ("related", "depends_on", "supersedes", "contradicts", "implements", "derived_from")
ONE_WAY = frozenset({"supersedes", "depends_on"})
# These change what others recall of the target, so they are reviewed as it is.
WEIGHTY = frozenset({"supersedes", "contradicts"})
CHAIN_MAX = 10_000  # items that are looked at, the target among them
# How many items a chain of relations leads to, and whether one is among them. UNION goes to each once.
_LEADS_TO = """
    WITH RECURSIVE chain (id) AS (
        SELECT %s::bigint
        UNION
        SELECT item.id
        FROM chain
        JOIN items_relation relation ON relation.source_id = chain.id AND relation.relation = %s
        JOIN items_item item ON item.id = relation.target_id AND (NOT item.private OR item.owner_id = %s)
    )
    SELECT count(*), bool_or(id = %s) FROM (SELECT id FROM chain LIMIT %s) AS looked_at
"""


@transaction.atomic
def relate(*, actor: Actor, source: Item, target: Item, relation: str, note: str = "") -> Outcome:
    """Say that ``source`` stands in ``relation`` to ``target``; a repeated one is unchanged.

    Both came through the door of one project. Raises Denied, Locked, or Invalid naming ``relation`` or ``target``;
    SecretFound for the note, which is its caller's ``reason``.
    """
    require_relatable(actor, source, target, relation)
    check_reason(note)
    lock_tree(source.project, source.owner_id)
    _hold_both(source, target)
    if relation in ONE_WAY:
        _refuse_circle(actor, source, target, relation)
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
        record(Event.What.RELATED, [_told_of(source, target)], actor=actor, at=now)
    return Outcome(source, changed=created)


def _hold_both(source: Item, target: Item) -> None:
    """Nobody locks or erases an end from here on: what is written of it then would outlive it. Raises Locked, Gone."""
    rows = Item.objects.filter(pk__in=[source.pk, target.pk]).order_by("pk")
    for fresh in rows.select_for_update(no_key=True):
        require_unlocked(fresh)


def _refuse_circle(actor: Actor, source: Item, target: Item, relation: str) -> None:
    """In a circle of supersedes all would be out of recall, in one of depends_on each would wait for itself.

    One that closes only through what others keep private holds for them alone, and refusing it would tell of that.
    The caller holds the project.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LEADS_TO, [target.pk, relation, actor.user_id, source.pk, CHAIN_MAX + 1])
        looked_at, is_circle = cursor.fetchone()
    if is_circle:
        raise Invalid(
            "target",
            f"{target.ref} {relation} {source.ref} already, itself or through others, and a circle can't hold. "
            "unrelate one of them first.",
        )
    if looked_at > CHAIN_MAX:
        raise Invalid(
            "target", f"{target.ref} {relation} more than {CHAIN_MAX:,} items, too many to rule out a circle."
        )


@transaction.atomic
def unrelate(*, actor: Actor, source: Item, target: Item, relation: str, note: str = "") -> Outcome:
    """Take the relation back; one that isn't there is unchanged. The note isn't kept. Raises as `relate` does."""
    require_relatable(actor, source, target, relation)
    check_reason(note)
    gone, _ = Relation.objects.filter(source=source, target=target, relation=relation).delete()
    if gone:
        record(Event.What.UNRELATED, [_told_of(source, target)], actor=actor, at=timezone.now())
    return Outcome(source, changed=bool(gone))


def _told_of(source: Item, target: Item) -> Item:
    """The end that the event names: a relation to a private one is there for its owner alone, and so is its event."""
    return target if target.private else source


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


def may_relate(actor: Actor, item: Item, relation: str) -> bool:
    """Whether there can be an other end to which `require_relatable` lets the caller relate the item: for a choice."""
    if any(relation in kind.relations for kind in KINDS.values()) and relation not in item.rules.relations:
        return False
    return can_on(actor, publishing(item) if relation in WEIGHTY else Capability.WRITE, item)


def may_unrelate(actor: Actor, item: Item, entry: Json) -> bool:
    """Whether the caller may take back a relation of the item, an entry of `read_item`: for a button."""
    other, kind = entry["item"], KINDS[entry["item"]["kind"]]
    private = item.private if entry["direction"] == "out" else kind.private(other)
    weighs = entry["relation"] in WEIGHTY and not private and (_reviewed(item) or kind.reviewed(other))
    return can_on(actor, Capability.MODERATE if weighs else Capability.WRITE, item)


def _reviewed(item: Item) -> bool:
    return item.rules.reviewed(item.state)
