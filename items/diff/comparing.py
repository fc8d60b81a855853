"""Two states of an item, field by field: the same for every kind, since a kind says which of its fields hold text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from items.diff import drawing
from items.diff.fields import FieldChange, field_change, label_of, text_of, whole
from items.diff.rows import Row, folded, rows_of
from items.kinds.base import Json, Kind

CONTEXT = 3  # unchanged lines around a change


@dataclass(frozen=True, slots=True)
class TextDiff:
    """A long field, line by line."""

    name: str
    rows: tuple[Row, ...]
    changed: bool

    @property
    def label(self) -> str:
        return label_of(self.name)

    @property
    def said(self) -> bool:
        return bool(self.rows)

    def inline(self) -> Iterator[drawing.Inline]:
        return drawing.inline(self.rows)

    def beside(self) -> Iterator[drawing.Beside]:
        return drawing.beside(self.rows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every field of the kind, in its order, then those of an older shape of it."""

    fields: tuple[FieldChange | TextDiff, ...]

    @property
    def changed(self) -> bool:
        return any(field.changed for field in self.fields)

    @property
    def short(self) -> list[FieldChange]:
        """The short fields that changed."""
        return [field for field in self.fields if isinstance(field, FieldChange) and field.changed]

    @property
    def texts(self) -> list[TextDiff]:
        """The long ones that changed."""
        return [field for field in self.fields if isinstance(field, TextDiff) and field.changed]

    @property
    def unchanged(self) -> list[str]:
        """What the fields are called that say something, and the same in both states."""
        return [field.label for field in self.fields if not field.changed and field.said]


def compare(
    kind: Kind, before: Json, after: Json, *, context: int | None = CONTEXT, names: Mapping[str, str] | None = None
) -> Comparison:
    """What changed from one state to the other. Either may have an older shape.

    ``context`` is how many unchanged lines stay around a change of a long text, None leaves all. ``names`` are shown
    in the place of values that are references.
    """
    before, after = whole(kind, before), whole(kind, after)
    return Comparison(
        tuple(_field(kind, name, before.get(name), after.get(name), context, names or {}) for name in before | after)
    )


def _field(
    kind: Kind, name: str, before: Any, after: Any, context: int | None, names: Mapping[str, str]
) -> FieldChange | TextDiff:
    if name not in kind.long_texts:
        return field_change(kind, name, before, after, names)
    old, new = text_of(before), text_of(after)
    rows = rows_of(old, new)
    return TextDiff(name, tuple(rows if context is None else folded(rows, context)), old != new)
