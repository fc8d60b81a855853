"""Fit parts into an exact number of characters so that a long one never starves a later one."""

from collections.abc import Sequence
from dataclasses import dataclass

ONE_CLOSING_LINE_BELOW = 2_000  # characters; under it one line at the end speaks for all parts that were cut
LINE_LEAST = 40  # characters that are worth showing of a first line that doesn't fit


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
    parts = [section for section in sections if section.total]
    room = max_chars - _cost(head) + 1
    one_closing = max_chars < ONE_CLOSING_LINE_BELOW and sum(map(_need, parts)) > room
    if one_closing:
        room -= _cost([_closing([(part, part.total) for part in parts])])
    shares = _shares([_need(part) for part in parts], room)
    shown = [_cut(part, share, with_more=not one_closing) for part, share in zip(parts, shares, strict=True)]
    # What one part couldn't use for a whole line is another's, in their order.
    for place, part in enumerate(parts):
        spare = room - sum(map(_cost, shown))
        if spare > 0 and _cost(shown[place]) < _need(part):
            shown[place] = _cut(part, _cost(shown[place]) + spare, with_more=not one_closing)
    lines = [*head, *(line for part in shown for line in part)]
    if one_closing:
        left = [(part, part.total - max(len(each) - 1, 0)) for part, each in zip(parts, shown, strict=True)]
        closing = _closing([(part, count) for part, count in left if count])
        lines.append(closing[: max_chars - _cost(lines)])
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
    """The heading and as many lines as fit, the first one shortened where it doesn't; nothing without room."""
    left = part.total - len(part.lines)
    whole = [part.heading, *part.lines, *([part.more(left)] if left and with_more else [])]
    if _cost(whole) <= room:
        return whole
    shown = [part.heading]
    room -= _cost(shown) + (_cost([part.more(part.total)]) if with_more else 0)
    for line in part.lines:
        if _cost([line]) > room:
            break
        room -= _cost([line])
        shown.append(line)
    if len(shown) == 1 and part.lines and room > LINE_LEAST:
        shown.append(part.lines[0][: room - 2] + "…")
        room = 0
    if room < 0 or (len(shown) == 1 and not with_more):
        return []
    return [*shown, part.more(part.total - len(shown) + 1)] if with_more else shown


def _closing(left: Sequence[tuple[Section, int]]) -> str:
    """One line for all parts that were cut: how many are left of each, and the call that lists them."""
    return "… more: " + "; ".join(f"{count} {part.noun} {part.call}".replace("  ", " ") for part, count in left)


def _cost(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)
