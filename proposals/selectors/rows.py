"""Rows of lists on pages: proposals with what they are about, and the people and moments beside them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from conderis.accounts.selectors import Names, names_for
from conderis.core.actor import Actor
from items.kinds.base import Json, Kind
from items.selectors.entries import mini
from proposals.models import Proposal, Reading
from proposals.selectors.signing import author_of, decision_of

_PLACES = ("parent", "position")


@dataclass(frozen=True, slots=True)
class Row:
    """``target`` is the item as it is now, None for a new one. ``changed`` is in words. ``now`` is the version to which
    a pending one's item moved on, None where it didn't. ``readers`` are the others who have it open."""

    proposal: Proposal
    title: str
    target: Json | None
    changed: Sequence[str]
    author: Json
    decision: Json | None
    readers: Sequence[str] = ()
    now: int | None = None
    archived: bool = False

    @property
    def new(self) -> bool:
        """Whether it is, or was, an item that wasn't there before."""
        return self.proposal.base_version == 0 and self.proposal.rules.numbered

    @property
    def at(self) -> int:
        """The item's version that the row tells of, 0 for a new one."""
        return 0 if self.proposal.item is None else self.proposal.item.version


def rows_of(actor: Actor, found: Iterable[Proposal]) -> list[Row]:
    """The proposals (of `entries.rows`) as rows, in their order. At most three queries."""
    proposals = list(found)
    readers = _readers(actor, [each.pk for each in proposals if each.pending])
    names = names_for(
        [
            *(who for each in proposals for who in (each.author_id, each.decided_by_id)),
            *(u for r in readers.values() for u in r),
        ],
        (agent for each in proposals for agent in (each.agent_id, each.decided_agent_id)),
    )
    return [_row(actor, each, names, readers.get(each.pk, ())) for each in proposals]


def _row(actor: Actor, proposal: Proposal, names: Names, readers: Sequence[str]) -> Row:
    item, target = proposal.item, mini(actor, proposal.item)
    moved = proposal.pending and item is not None and item.version != proposal.base_version
    return Row(
        proposal,
        title=(target or {}).get("title") or proposal.title or proposal.kind.capitalize(),
        target=target,
        changed=field_words(proposal.rules, proposal.changed_fields),
        author=author_of(proposal, names),
        decision=decision_of(proposal, names),
        readers=[names.user(ident) for ident in readers],
        now=item.version if moved and item is not None else None,
        archived=item is not None and item.archived,
    )


def field_words(kind: Kind, names: Iterable[str]) -> list[str]:
    """The fields as forms call them, each once."""
    said = ("place" if name in _PLACES else kind.control(name).label.lower() for name in names)
    return list(dict.fromkeys(said))


def _readers(actor: Actor, keys: Sequence[int]) -> dict[int, list[str]]:
    """Who else has which of them open, by the proposal's key. One query, none for none."""
    open_now: dict[int, list[str]] = defaultdict(list)
    if keys:
        rows = Reading.objects.filter(proposal__in=keys, until__gt=timezone.now()).exclude(user=actor.user_id)
        for key, user in rows.order_by("pk").values_list("proposal", "user"):
            open_now[key].append(user)
    return open_now
