"""What becomes of a proposal whose item moved on: its state, the item's, and the one that both come from, in one."""

from dataclasses import dataclass
from typing import Any

from items.diff.fields import text_of, whole
from items.kinds.base import Json, Kind
from proposals.merge_text import merge_text


@dataclass(frozen=True, slots=True)
class Merge:
    """``state`` is what to apply where ``conflicts`` is empty; a field named there holds what is there now.

    ``draft`` is what a reviewer starts from, beside `items.diff.compare` of the item now and the proposal: the same
    state with what was proposed where the two conflict, in a long text in those stretches alone. So it takes back
    changes that were made since, which a comparison of the item now with the draft shows.
    """

    state: Json
    conflicts: tuple[str, ...]
    draft: Json


def merge(kind: Kind, base: Json, now: Json, proposed: Json) -> Merge:
    """The three states, any of an older shape, merged field by field and long texts by line.

    A field that one side left alone takes the other's value. Changed by both it is a conflict, unless to the same value
    or in a long text at different places (`merge_text`). The result is whole, but whether the kind allows it is for who
    applies it to ask: two changes may each be allowed and together say too much.
    """
    base, now, proposed = whole(kind, base), whole(kind, now), whole(kind, proposed)
    state: Json = {}
    draft: Json = {}
    conflicts = []
    for name in base | now | proposed:  # the kind's fields first, in its order
        values = base.get(name), now.get(name), proposed.get(name)
        state[name], draft[name], clean = _merged(*values, by_line=name in kind.long_texts)
        if not clean:
            conflicts.append(name)
    return Merge(_said(kind, state), tuple(conflicts), _said(kind, draft))


def _merged(base: Any, now: Any, proposed: Any, *, by_line: bool) -> tuple[Any, Any, bool]:
    """The value to apply, the one to start from, and whether they are the one merge that there is."""
    if proposed in (base, now):
        return now, now, True
    if now == base:
        return proposed, proposed, True
    if not by_line:
        return now, proposed, False
    text, clean = merge_text(text_of(base), text_of(now), text_of(proposed))
    return text if clean else now, text, clean


def _said(kind: Kind, state: Json) -> Json:
    """Without fields of an older shape that say nothing any more."""
    return {name: value for name, value in state.items() if value is not None or name in kind.empty}
