"""Short fields: words of a text, elements of a list, or one value for another."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from items.diff.aligning import deadline_from_now
from items.diff.pieces import html_of, pieces_of
from items.diff.words import Segment, segments
from items.kinds.base import Json, Kind


@dataclass(frozen=True, slots=True)
class FieldChange:
    """``segments`` tell before and after in one line, each with its mark; what only stands between values is "same".

    For a list ``kept``, ``removed`` and ``added`` say what became of its elements.
    """

    name: str
    before: Any
    after: Any
    segments: tuple[Segment, ...]
    changed: bool
    kept: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return label_of(self.name)

    @property
    def said(self) -> bool:
        return bool(self.segments)

    @property
    def html(self) -> SafeString:
        return html_of(pieces_of(self.segments))


def field_change(kind: Kind, name: str, before: Any, after: Any, names: Mapping[str, str]) -> FieldChange:
    """What became of a field; ``names`` are shown in the place of values that are references."""
    old, new = text_of(before), text_of(after)
    changed = old != new
    if name in kind.short_texts:
        return FieldChange(name, before, after, segments(old, new, deadline_from_now()), changed)
    if isinstance(before, list) and isinstance(after, list):
        return _list_change(name, before, after)
    old, new = names.get(old, old), names.get(new, new)
    shown = _instead(old, new) if changed else _same(old)
    return FieldChange(name, before, after, tuple(shown), changed)


def whole(kind: Kind, state: Json) -> Json:
    """The state with every field: one that it lacks, as it may in an older shape, has the kind's default."""
    return {**kind.empty, **{name: value for name, value in state.items() if value is not None}}


def text_of(value: Any) -> str:
    """A state's value as text, "" for none."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def label_of(name: str) -> str:
    """A field's name as people read it: ``expires at`` for ``expiresAt``."""
    return re.sub("[A-Z]", lambda capital: f" {capital[0].lower()}", name)


def _list_change(name: str, before: list[Any], after: list[Any]) -> FieldChange:
    old, new = [text_of(value) for value in before], [text_of(value) for value in after]
    kept = tuple(value for value in old if value in new)
    removed = tuple(value for value in old if value not in new)
    added = tuple(value for value in new if value not in old)
    if old != new and not removed and not added:  # another order
        shown = list(_instead(", ".join(old), ", ".join(new)))
    else:
        marked = [*(Segment("same", value) for value in kept), *(Segment("del", value) for value in removed),
                  *(Segment("ins", value) for value in added)]  # fmt: skip
        shown = [part for segment in marked for part in (Segment("same", ", "), segment)][1:]
    return FieldChange(name, before, after, tuple(shown), old != new, kept, removed, added)


def _same(text: str) -> Iterator[Segment]:
    if text:
        yield Segment("same", text)


def _instead(old: str, new: str) -> Iterator[Segment]:
    if old:
        yield Segment("del", old)
    if old and new:
        yield Segment("same", " → ")
    if new:
        yield Segment("ins", new)
