"""What undoing some changes of one item comes to: a function of its versions, before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from items.kinds.base import Json, Step
from items.models import Item, Version
from proposals.merge import merge
from proposals.selectors.written import ARCHIVING


@dataclass
class Plan:
    """``state`` is what the item is to say once the changes of ``undone`` are taken back.

    ``toggled`` are versions that put it away or took it out again. ``created`` is whether its making is undone: then
    the rest of it stays as it is; ``away`` is whether that was undone before. ``already`` were taken back before.
    ``left`` can't be, for these fields, or where none are named because a state can't be read any more.
    """

    item: Item
    state: Json
    undone: list[int] = field(default_factory=list)
    toggled: list[int] = field(default_factory=list)
    already: list[int] = field(default_factory=list)
    left: dict[int, list[str]] = field(default_factory=dict)
    created: bool = False
    away: bool = False


def plan_undoing(item: Item, chosen: Sequence[Version]) -> Plan:
    """Newest first, each change is taken out of what the item says by a three-way merge: what others wrote since stays.

    A change that others overwrote is left. ``item`` is whole and not sealed. At most two queries.
    """
    plan = Plan(item, item.state or {})
    before = _states(item, [version.number - 1 for version in chosen])
    for version in sorted(chosen, key=lambda each: -each.number):
        if version.changed_fields != ARCHIVING:
            _take_out(plan, version, before.get(version.number - 1))
    toggles = {version.number for version in chosen if version.changed_fields == ARCHIVING}
    if plan.away:  # put away, as undoing its making would: nothing brings it or its text back
        plan.already += [*plan.undone, *toggles]
        plan.undone, plan.state = [], item.state or {}
    elif toggles:
        _toggle(plan, toggles)
    return plan


def _states(item: Item, numbers: Sequence[int]) -> dict[int, Json | None]:
    """What the item said at these versions, None where that is sealed; erased ones aren't there."""
    found = Version.objects.filter(item=item, number__in=numbers).values_list("number", "state")
    return {0: item.rules.empty, **dict(found)}


def _take_out(plan: Plan, version: Version, before: Json | None) -> None:
    kind, number, after = plan.item.rules, version.number, version.state
    if before is None or after is None:
        plan.left[number] = []
        return
    step = kind.undoing() if number == 1 else None
    if step is not None:
        _take_away(plan, after, step)
        return
    merged = merge(kind, after, plan.state, before)
    if merged.conflicts:
        plan.left[number] = list(merged.conflicts)
    elif kind.changed(plan.state, merged.state):
        plan.state = merged.state
        plan.undone.append(number)
    else:
        plan.already.append(number)


def _take_away(plan: Plan, made: Json, step: Step) -> None:
    """A new one is put away as long as it says what it said when it was made, and isn't put away yet."""
    said = all(plan.state.get(name) == value for name, value in step.fields.items())
    plan.away = plan.item.archived if step.action else said
    moved = plan.item.rules.changed(made, plan.state)
    if plan.away:
        plan.already.append(1)
    elif moved:
        plan.left[1] = moved
    else:
        plan.created = True


def _toggle(plan: Plan, chosen: set[int]) -> None:
    """Those after which nobody else put it away or took it out again; an even number of them comes to nothing."""
    toggles = Version.objects.filter(item=plan.item, changed_fields=ARCHIVING).order_by("-number")
    ours = True
    for later, number in enumerate(toggles.values_list("number", flat=True)):
        ours = ours and number in chosen
        if ours:
            plan.toggled.append(number)
        elif number in chosen and later % 2:
            plan.already.append(number)
        elif number in chosen:
            plan.left[number] = list(ARCHIVING)
    if len(plan.toggled) % 2 == 0:
        plan.already += plan.toggled
        plan.toggled = []
