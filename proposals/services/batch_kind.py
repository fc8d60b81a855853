"""One kind of a batch: its items are stored, and proposed where they need review, all of them or none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Refusal
from conderis.core.secrets import refuse_secrets_in
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item
from items.services.create import Draft, create
from items.services.move import Place
from items.services.states import new_state
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from proposals.models import Proposal
from proposals.permissions import needs_review, require_place
from proposals.services.contribute import new_wish, propose_new
from proposals.services.envelope import BatchItem
from proposals.services.places import place_of, split


@dataclass(frozen=True, slots=True)
class _Entry:
    """An item that was checked. ``under`` is the place among the kind's of the earlier one that is its parent."""

    sent: BatchItem
    state: Json
    place: Place
    under: int | None
    reviewed: bool


def store_kind(
    actor: Actor, project: Project | None, items: Sequence[BatchItem], *, reason: str = "", propose: bool = False
) -> Json:
    """The kind's outcome. Raises the first refusal, with ``item`` as its place in the whole batch."""
    kind = items[0].kind
    keys: dict[str, int] = {}
    entries: list[_Entry] = []
    for item in items:
        try:
            entries.append(_checked(actor, project, kind, item, keys, propose, entries))
        except Refusal as refusal:
            refusal.data["item"] = item.index
            raise
        if item.key is not None:
            keys[item.key] = len(entries) - 1
    made = _create(actor, project, kind, entries, reason)
    proposed = _propose(actor, project, kind, entries, made, reason)
    return _result(project, entries, made, proposed)


def _checked(
    actor: Actor,
    project: Project | None,
    kind: Kind,
    item: BatchItem,
    keys: dict[str, int],
    propose: bool,
    before: Sequence[_Entry],
) -> _Entry:
    require_place(actor, kind, project)
    if project is not None and not kind.proposed_in_batches:
        require(actor, Capability.MODERATE, project)
    refuse_secrets_in({**item.fields, "key": item.key})
    content, placed = split(kind, item.fields)
    state = new_state(kind, project, content)
    reviewed = project is not None and needs_review(actor, project, kind, state, propose=propose)
    parent = placed.get("parent")
    under = keys.get(parent) if isinstance(parent, str) else None
    if under is None and isinstance(parent, str) and project is not None:
        raise Invalid(
            "parent",
            f"parent must be the key of an earlier {kind.name} of this batch, or the number of an existing one "
            "as a JSON number.",
        )
    if under is not None:
        placed = {**placed, "parent": None}
        if before[under].reviewed and not reviewed:
            raise Invalid("parent", f"parent is a {kind.name} of this batch that has to be reviewed first.")
    return _Entry(item, state, place_of(actor, project, kind, placed), under, reviewed)


def _create(
    actor: Actor, project: Project | None, kind: Kind, entries: Sequence[_Entry], reason: str
) -> dict[int, Item]:
    """What needs no review, by its place among the kind's."""
    direct = [place for place, entry in enumerate(entries) if not entry.reviewed]
    if not direct:
        return {}
    index = {place: at for at, place in enumerate(direct)}
    drafts = [_draft(entries[place], index) for place in direct]
    made = create(actor=actor, kind=kind, project=project, drafts=drafts, reason=reason)
    return dict(zip(direct, made, strict=True))


def _draft(entry: _Entry, index: dict[int, int]) -> Draft:
    parent = index[entry.under] if entry.under is not None else entry.place.parent
    return Draft(entry.state, parent=parent, position=entry.place.position, item=entry.sent.index)


def _propose(
    actor: Actor,
    project: Project | None,
    kind: Kind,
    entries: Sequence[_Entry],
    made: dict[int, Item],
    reason: str,
) -> list[Proposal]:
    waiting = [place for place, entry in enumerate(entries) if entry.reviewed]
    if not waiting or project is None:
        return []
    index = {place: at for at, place in enumerate(waiting)}
    wishes = []
    for place in waiting:
        entry = entries[place]
        stored = made.get(entry.under) if entry.under is not None else None
        stands = entry.place if stored is None else replace(entry.place, parent=stored)
        under = index.get(entry.under) if entry.under is not None else None
        wishes.append(new_wish(kind, entry.state, stands, under))
    proposed = propose_new(actor=actor, project=project, kind=kind, wishes=wishes, reason=reason)
    return [each.proposal for each in proposed]


def _result(
    project: Project | None, entries: Sequence[_Entry], made: dict[int, Item], proposed: Sequence[Proposal]
) -> Json:
    """Keys and all, as numbers of the project or as references of personal items; of proposals their references."""
    names: dict[int, Any] = {place: item.number if project is not None else item.ref for place, item in made.items()}
    keyed = {place: entry.sent.key for place, entry in enumerate(entries) if entry.sent.key is not None}
    by_key = {key: names[place] for place, key in keyed.items() if place in names}
    stored: Json = {"numbers" if project is not None else "refs": by_key, "all": list(names.values())}
    if not proposed:
        return {"outcome": "stored", **stored}
    refs = {"outcome": "proposed", "refs": [each.ref for each in proposed]}
    return {**refs, **stored} if made else refs
