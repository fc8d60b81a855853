"""Fit parts into an exact number of characters so that a long one never starves a later one."""

from collections.abc import Sequence
from dataclasses import dataclass

ONE_CLOSING_LINE_BELOW = 2_000  # characters; under it one line at the end speaks for all parts that were cut
_CLOSING_ROOM = 110


@dataclass(frozen=True, slots=True)
class Section:
    """One part: a heading, its lines best first, how many things there are in all and the call that lists them.

    ``total`` may be more than the lines that were gathered.
    """

    heading: str
    lines: Sequence[str]
    total: int
    call: str
    noun: str = ""  # what is left, where it isn't entries

    @property
    def whole(self) -> int:
        """Characters with a line break before each line."""
        return _cost([self.heading, *self.lines])

    def more(self, left: int) -> str:
        return f"… {left} more{self.noun and ' ' + self.noun}: {self.call}"


def fit(head: Sequence[str], sections: Sequence[Section], max_chars: int) -> str:
    """The head and the parts as text of at most ``max_chars`` code points.

    A part that was cut ends with a line that says how many are left and how to list them; under 2,000
    characters one line at the end says it for all.
    """
    lines = list(head)
    parts = [section for section in sections if section.total]
    room = max_chars - _cost(lines) + 1
    brief = max_chars < ONE_CLOSING_LINE_BELOW
    if brief and sum(_need(part) for part in parts) > room:
        room -= _CLOSING_ROOM
    else:
        brief = False
    shares = _shares([_need(part) for part in parts], room)
    cut: list[str] = []
    spare = 0
    for part, share in zip(parts, shares, strict=True):
        shown = _cut(part, share + spare, with_more=not brief)
        spare += share - _cost(shown)
        lines += shown
        if brief and len(shown) - 1 < part.total:
            cut.append(part.call)
    if cut:
        lines.append(_closing(cut))
    return "\n".join(lines)


def _need(part: Section) -> int:
    left = part.total - len(part.lines)
    return part.whole + (_cost([part.more(left)]) if left else 0)


def _shares(needs: list[int], room: int) -> list[int]:
    """Equal shares, of which whoever needs less gives the rest to the others."""
    shares = [0] * len(needs)
    open_ = sorted(range(len(needs)), key=lambda index: needs[index])
    while open_:
        share = max(room, 0) // len(open_)
        index = open_.pop(0)
        shares[index] = min(needs[index], share)
        room -= shares[index]
    return shares


def _cut(part: Section, room: int, *, with_more: bool) -> list[str]:
    """The heading and as many lines as fit; nothing where not even the heading does."""
    if _need(part) <= room or (not with_more and part.whole <= room):
        left = part.total - len(part.lines)
        return [part.heading, *part.lines, *([part.more(left)] if left and with_more else [])]
    shown = [part.heading]
    used = _cost(shown) + (_cost([part.more(part.total)]) if with_more else 0)
    for line in part.lines:
        if used + _cost([line]) > room:
            break
        used += _cost([line])
        shown.append(line)
    if used > room:
        return []
    return [*shown, part.more(part.total - len(shown) + 1)] if with_more else shown


def _closing(calls: Sequence[str]) -> str:
    names = [call.removeprefix("item_list kind ") for call in calls if call.startswith("item_list")]
    listed = f"item_list with kind {', '.join(names)}" if names else ""
    others = [call for call in calls if not call.startswith("item_list")]
    line = f"… cut; more: {'; '.join([*([listed] if listed else []), *others])}"
    return line if len(line) < _CLOSING_ROOM else "… cut; more: item_list with a kind, item_get"


def _cost(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)
