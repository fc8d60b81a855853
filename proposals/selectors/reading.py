"""One proposal in full."""

from conderis.core.actor import Actor
from items.access import locked
from items.kinds.base import Json
from items.models import Item
from items.selectors.entries import entries, mini, short
from items.selectors.reading import Part, at_text, cut
from proposals.models import Proposal
from proposals.selectors.signing import author_of, decision_of, names_behind


def read_proposal(actor: Actor, proposal: Proposal, *, part: Part) -> Json:
    """The proposal as the contract has it, its content in parts. Raises Locked, and Invalid for an offset past the end.

    ``fields`` is all that the item would say, ``changedFields`` what differs from the base.
    """
    require_readable(proposal)
    names = names_behind([proposal])
    result: Json = {
        "kind": "proposal",
        "ref": proposal.ref,
        "projectId": proposal.project_id,
        "state": proposal.status,
        "targetKind": proposal.kind,
        "target": _target(actor, proposal),
        "baseVersion": proposal.base_version,
        "fields": _fields(actor, proposal),
        "changedFields": proposal.changed_fields,
        "reason": proposal.reason or None,
        "author": author_of(proposal, names),
        "createdAt": at_text(proposal.created_at),
        "decision": decision_of(proposal, names),
    }
    if proposal.rules.has_content:
        result["fields"]["content"], result["text"] = cut(result["fields"]["content"], part)
    if proposal.repeats_id is not None:
        result["repeats"] = f"proposal:{proposal.repeats_id}"
    if proposal.merged_onto is not None:
        result["mergedOnto"] = proposal.merged_onto
    if proposal.edited:
        result["edited"] = True
    return result


def require_readable(proposal: Proposal) -> None:
    """Raises Locked for one whose content, or whose item, waits for a deletion decision."""
    if proposal.sealed or (proposal.item is not None and proposal.item.sealed):
        of_item = proposal.item.deletion if proposal.item is not None else None
        raise locked(proposal.ref, proposal.deletion or of_item)


def _target(actor: Actor, proposal: Proposal) -> Json | None:
    if proposal.item_id is None:
        return None
    [item] = entries(Item.objects.filter(pk=proposal.item_id))
    return short(actor, item, with_kind=True)


def _fields(actor: Actor, proposal: Proposal) -> Json:
    state = proposal.state or {}
    kind = proposal.rules
    fields = {name: state.get(name) for name in kind.state.model_fields if name not in kind.read_only}
    if "parent" in proposal.changed_fields:
        above = proposal.parent_proposal
        fields["parent"] = {"ref": above.ref} if above is not None else mini(actor, proposal.parent)
    if "position" in proposal.changed_fields:
        fields["position"] = proposal.position
    return fields
