"""One proposal as a person decides about it: what would become of the item, and what one must know first."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from conderis.accounts.selectors import Names, names_for
from conderis.core.actor import Actor
from items.diff import Comparison, FieldChange, compare
from items.diff.comparing import CONTEXT
from items.diff.fields import field_change
from items.kinds.base import Json
from items.models import Item, Version
from items.selectors.entries import mini
from items.selectors.reading import read_history
from proposals.merge import merge
from proposals.models import Proposal
from proposals.selectors.signing import author_of, decision_of
from proposals.selectors.standing import Standing, standing_of

SINCE_MOST = 6  # versions since the base that are told one by one


@dataclass(frozen=True, slots=True)
class Review:
    """``standing`` is there while it waits. ``comparison`` is what the reader judges: of a pending one what approving
    would change now, with ``from_base`` and of a decided one what was proposed; None where that can't be read.

    ``edits`` is what the reviewer changed of it before approving, ``since`` the item's versions after the base.
    """

    proposal: Proposal
    author: Json
    decision: Json | None
    repeated: Json | None
    standing: Standing | None = None
    comparison: Comparison | None = None
    from_base: bool = False
    edits: Comparison | None = None
    since: list[Json] = field(default_factory=list)


def read_review(actor: Actor, proposal: Proposal, *, from_base: bool = False, context: int | None = CONTEXT) -> Review:
    """For a proposal that came through the door. ``context`` as in `items.diff.compare`. At most eight queries."""
    repeated = Proposal.objects.filter(pk=proposal.repeats_id).first() if proposal.repeats_id else None
    names = _names(each for each in (proposal, repeated) if each is not None)
    told: dict[str, Any] = {
        "proposal": proposal,
        "author": author_of(proposal, names),
        "decision": decision_of(proposal, names),
        "repeated": decision_of(repeated, names) if repeated is not None else None,
    }
    item = proposal.item
    if not readable(proposal):
        return Review(**told)
    standing = open_standing(proposal)
    if standing is None:
        return Review(**told, **_decided(actor, proposal, item, context))
    from_base = from_base and standing.base is not None
    before, after = (standing.base, proposal.state) if from_base else (standing.now, _wanted(standing))
    compared = compare(proposal.rules, before or {}, after or {}, context=context)
    moved = item is not None and standing.moved_on
    return Review(
        **told,
        standing=standing,
        comparison=Comparison((*compared.fields, *placed(actor, proposal, item))),
        from_base=from_base,
        since=since(actor, item, proposal.base_version) if item is not None and moved else [],
    )


def readable(proposal: Proposal) -> bool:
    """Whether its text, and its item's, is there: not while a deletion is pending, nor after one."""
    return proposal.state is not None and (proposal.item is None or proposal.item.state is not None)


def open_standing(proposal: Proposal) -> Standing | None:
    """What approving it would come to; None for one that was decided or can't be read. At most one query."""
    return standing_of(proposal, proposal.item) if proposal.pending and readable(proposal) else None


def since(actor: Actor, item: Item, version: int) -> list[Json]:
    """The versions after this one, newest first: who changed which fields. At most three queries."""
    newer = min(max(item.version - version, 0), SINCE_MOST)
    versions: list[Json] = read_history(actor, item, offset=0, take=newer)["versions"] if newer else []
    return versions


def placed(actor: Actor, proposal: Proposal, item: Item | None) -> list[FieldChange]:
    """Where it would move to, as fields like the others."""
    kind, found = proposal.rules, []
    if "parent" in proposal.changed_fields:
        above = proposal.parent_proposal
        wanted = _waiting_parent(above) if above is not None else _place(actor, proposal.parent)
        found.append(field_change(kind, "parent", _place(actor, item.parent) if item else None, wanted, {}))
    if "position" in proposal.changed_fields:
        found.append(field_change(kind, "position", item.position if item else None, proposal.position, {}))
    return found


def _place(actor: Actor, parent: Item | None) -> str:
    if parent is None:
        return "the top level"
    shown = mini(actor, parent)
    return f"#{shown['number']} {shown['title']}" if shown else "what you may not see"


def _waiting_parent(above: Proposal) -> str:
    if above.item is not None:
        return f"#{above.item.number} {above.item.title}"
    return f"“{above.title}”, which is {above.status}"


def _wanted(standing: Standing) -> Json:
    return standing.merge.draft if standing.merge.conflicts else standing.merge.state


def _decided(actor: Actor, proposal: Proposal, item: Item | None, context: int | None) -> dict[str, Any]:
    """What was proposed on its base, and what its reviewer made of it."""
    numbers = {proposal.base_version, proposal.merged_onto, proposal.version} - {None, 0}
    rows = Version.objects.filter(item=item, number__in=numbers, sealed=False).values_list("number", "state")
    states: dict[int | None, Json] = {number: state or {} for number, state in (rows if item is not None else ())}
    kind, proposed = proposal.rules, proposal.state or {}
    base = states.get(proposal.base_version, {})
    compared = compare(kind, base, proposed, context=context)
    places = placed(actor, proposal, None)
    found: dict[str, Any] = {"comparison": Comparison((*compared.fields, *places)), "from_base": True}
    made = states.get(proposal.version)
    if proposal.edited and made is not None:
        onto = states.get(proposal.merged_onto)
        wanted = merge(kind, base, onto, proposed).draft if onto is not None else proposed
        edits = compare(kind, wanted, made, context=context)
        found["edits"] = edits if edits.changed else None
    return found


def _names(proposals: Iterable[Proposal]) -> Names:
    found = list(proposals)
    return names_for(
        (who for each in found for who in (each.author_id, each.decided_by_id)),
        (agent for each in found for agent in (each.agent_id, each.decided_agent_id)),
    )
