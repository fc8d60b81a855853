"""Take selected changes of an agent back, as new versions or proposals of their own."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Refusal, TooLarge
from conderis.core.text import one_line
from items.access import require_on
from items.diff.fields import label_of
from items.kinds.base import Json
from items.models import Item, Version
from items.services.actions import perform
from items.services.bring_back import bring_back
from items.services.change import Outcome
from projects.capabilities import Capability
from proposals.selectors.undoing import Plan, plan_undoing
from proposals.selectors.writing import Writing
from proposals.selectors.written import ARCHIVING
from proposals.services.contribute import contribute
from proposals.services.propose import Proposed

MOST = 100  # changes at once
NAME_SHOWN = 60  # characters of the agent's name in a reason

Deed = Callable[[Actor, Item, str], Outcome | Proposed]


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of one selected change: undone, proposed, already, left or refused.

    ``made`` is the version or the id of the proposal by which it was undone. ``fields`` are those that were changed
    since, for which it is left; ``why`` is a sentence for people where it wasn't undone.
    """

    item: Item
    number: int
    how: str
    made: int | None = None
    fields: tuple[str, ...] = ()
    why: str = ""


def undo_changes(*, actor: Actor, writing: Writing, versions: Iterable[int]) -> list[Undone]:
    """Undo these versions (primary keys) of the agent; one that the caller doesn't see is none.

    Each item in its own transaction: its selected changes become one new version, or one proposal where the caller may
    not publish. What others wrote since is kept, whatever happens at the same moment. Raises TooLarge, Denied without
    ``write`` at one of the items, before anything is undone.
    """
    wanted = set(versions)
    if len(wanted) > MOST:
        raise TooLarge(f"At most {MOST} changes are undone at once; you sent {len(wanted)}.", limit=f"{MOST} changes")
    found = writing.versions().filter(pk__in=wanted).select_related("item").defer("item__search", "item__state")
    chosen = sorted(found, key=lambda version: (version.item_id, version.number))
    for version in chosen:
        version.item.project = writing.projects.get(version.item.project_id or "")
        require_on(actor, Capability.WRITE, version.item)
    groups = [list(group) for _, group in groupby(chosen, key=lambda version: version.item_id)]
    newest_first = sorted(groups, key=lambda group: -max(version.pk for version in group))
    return [undone for group in newest_first for undone in _undo(actor, writing, group)]


@transaction.atomic
def _undo(actor: Actor, writing: Writing, chosen: Sequence[Version]) -> list[Undone]:
    """The changes of one item. Nothing is locked beforehand: what is written names the version that was read here."""
    item = Item.objects.get(pk=chosen[0].item_id)
    item.project = chosen[0].item.project
    if item.sealed or any(version.sealed for version in chosen):
        return [Undone(item, version.number, "refused", why="It is locked.") for version in chosen]
    plan = plan_undoing(item, chosen)
    results = [Undone(item, number, "already") for number in plan.already]
    results += [_left(item, number, fields) for number, fields in plan.left.items()]
    for numbers, deed in _deeds(plan):
        item, undone = _attempt(actor, item, deed, numbers, writing.agent.name)
        results += undone
    return sorted(results, key=lambda undone: -undone.number)


def _left(item: Item, number: int, fields: list[str]) -> Undone:
    if not fields:
        why = "What it said before can’t be read any more."
    elif fields == ARCHIVING:
        why = "It was put away and taken out again since."
    else:
        why = f"Changed since: {', '.join(label_of(name) for name in fields)}."
    return Undone(item, number, "left", fields=tuple(fields), why=why)


def _deeds(plan: Plan) -> list[tuple[list[int], Deed]]:
    """What is to be done, each with the changes that it undoes: at most two things."""
    if plan.created:
        return [([1, *plan.undone, *plan.toggled], _put_away)]
    said = [(plan.undone, _saying(plan.state))] if plan.undone else []
    return [*said, *([(plan.toggled, _toggle)] if plan.toggled else [])]


def _put_away(actor: Actor, item: Item, reason: str) -> Outcome | Proposed:
    """As its kind undoes making one."""
    step = item.rules.undoing()
    if step is None or not step.action:
        fields = dict(step.fields) if step is not None else {}
        return contribute(actor=actor, item=item, fields=fields, version=item.version, reason=reason)
    return perform(actor=actor, item=item, action=step.action, version=item.version, reason=reason)


def _saying(state: Json) -> Deed:
    def say(actor: Actor, item: Item, reason: str) -> Outcome | Proposed:
        kind = item.rules
        if kind.read_only and not kind.reviewed(item.state):  # actions set what a patch may not
            return bring_back(actor=actor, item=item, version=item.version, state=state, reason=reason)
        fields = {name: state.get(name) for name in kind.changed(item.state, state)}
        return contribute(actor=actor, item=item, fields=fields, version=item.version, reason=reason)

    return say


def _toggle(actor: Actor, item: Item, reason: str) -> Outcome:
    action = "restore" if item.archived else "archive"
    return perform(actor=actor, item=item, action=action, version=item.version, reason=reason)


def _attempt(actor: Actor, item: Item, deed: Deed, numbers: Sequence[int], name: str) -> tuple[Item, list[Undone]]:
    """The item after it, and what became of each change. A refusal took everything of the deed back."""
    try:
        outcome = deed(actor, item, _reason(numbers, name))
    except Conflict:
        why = "It was changed at this very moment, so nothing of it was undone. Look, and try again if it still fits."
        return item, [Undone(item, number, "refused", why=why) for number in numbers]
    except Refusal as refusal:
        return item, [Undone(item, number, "refused", why=refusal.message) for number in numbers]
    if isinstance(outcome, Proposed):
        return item, [Undone(item, number, "proposed", outcome.proposal.pk) for number in numbers]
    if not outcome.changed:
        return item, [Undone(item, number, "already") for number in numbers]
    return outcome.item, [Undone(item, number, "undone", outcome.item.version) for number in numbers]


def _reason(numbers: Sequence[int], name: str) -> str:
    """“Undo of versions 3, 4 and 7 by claude-code”."""
    *most, last = [str(number) for number in sorted(numbers)]
    which = f"versions {', '.join(most)} and {last}" if most else f"version {last}"
    return f"Undo of {which} by {one_line(name, NAME_SHOWN)}"
