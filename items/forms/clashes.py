"""Two people changed one item: what each of them made of it, and a form in which nothing is lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.safestring import SafeString

from conderis.core.actor import Actor
from items.diff import FieldChange, Segment, TextDiff, compare
from items.diff.pieces import html_of, pieces_of
from items.forms.asking import Options
from items.forms.editing import EditForm
from items.forms.values import same
from items.kinds import Kind
from items.kinds.base import Json
from items.models import Item


@dataclass(frozen=True, slots=True)
class Clash:
    """A field that both changed: a long text line by line, theirs before mine, or each of the two with its marks."""

    name: str
    label: str
    text: TextDiff | None = None
    theirs: SafeString | None = None
    mine: SafeString | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A form on the current version that holds what I typed, and the others' changes where I made none."""

    form: EditForm
    clashes: Sequence[Clash]
    taken: Sequence[str]  # labels of what only they changed


def meeting(actor: Actor, item: Item, mine: EditForm, people: Options) -> Meeting:
    """What becomes of the refused form ``mine`` on ``item``, which is as it is now."""
    touched = set(mine.touched)
    typed = {name: mine.cleaned_data[name] for name in touched}
    form = EditForm(actor, item, people=people, typed={**typed, "reason": mine.why})
    theirs = [name for name in mine.names if not same(mine.controls[name], mine.was[name], form.was[name])]
    both = [name for name in theirs if name in typed and not same(mine.controls[name], typed[name], form.was[name])]
    taken = [mine.controls[name].label for name in theirs if name not in touched]
    return Meeting(form, clashes_on(item, {name: mine.sent[name] for name in both}, dict(people)), taken)


def clashes_on(item: Item, mine: Json, people: Mapping[str, str] = MappingProxyType({})) -> list[Clash]:
    """Each of the values of ``mine`` beside what the item says there."""
    theirs = {name: (item.state or {}).get(name) for name in mine}
    found = {field.name: field for field in compare(item.rules, theirs, mine).fields}
    return [_clash(item.rules, found[name], people) for name in mine]


def _clash(kind: Kind, change: FieldChange | TextDiff, people: Mapping[str, str]) -> Clash:
    label = kind.control(change.name).label
    if isinstance(change, TextDiff):
        return Clash(change.name, label, change)
    if change.name in kind.short_texts:
        theirs = [segment for segment in change.segments if segment.kind != "ins"]
        mine = [segment for segment in change.segments if segment.kind != "del"]
    else:
        theirs, mine = ([Segment("same", _said(value, people))] for value in (change.before, change.after))
    return Clash(change.name, label, theirs=html_of(pieces_of(theirs)), mine=html_of(pieces_of(mine)))


def _said(value: Any, people: Mapping[str, str]) -> str:
    """A value that isn't text, as people read it."""
    if isinstance(value, list):
        return ", ".join(value)
    return people.get(value, str(value).replace("_", " ")) if value is not None else ""
