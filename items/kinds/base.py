"""What a kind is: the shape of its state, and all that a list, a batch, a recall or a page needs to know of it.

A kind is one file beside this one and one line in ``items.kinds``. Nothing outside this package asks
which kind an item is; it asks the kind.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import F, Q
from django.db.models.expressions import Expression, OrderBy
from pydantic import BaseModel, ConfigDict, ValidationError

from conderis.core.errors import Invalid, Missing, UnknownField
from conderis.core.text import one_line, storable
from items.kinds.asking import Control, OnPages, Step
from items.kinds.filters import Filter, Lookup
from items.kinds.lists import Column, Group, InLists
from items.kinds.problems import refusal
from items.kinds.sorts import SORTS, Sort

if TYPE_CHECKING:
    from items.models import Item

Json = dict[str, Any]


class State(BaseModel):
    """Base of each kind's state: unknown fields are refused, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Kind(OnPages, InLists):
    """One kind of item. Subclasses fill in the class variables; instances hold nothing."""

    name: ClassVar[str]
    plural: ClassVar[str]
    state: ClassVar[type[State]]
    required: ClassVar[tuple[str, ...]] = ()  # on creation
    fixed: ClassVar[tuple[str, ...]] = ()  # after creation
    read_only: ClassVar[Mapping[str, str]] = {}  # field -> what sets it
    todays: ClassVar[tuple[str, ...]] = ()  # what is true of today: restoring an old version leaves it
    long_texts: ClassVar[tuple[str, ...]] = ("content",)  # compared line by line
    short_texts: ClassVar[tuple[str, ...]] = ("title", "summary")  # compared word by word; the rest as values
    places: ClassVar[tuple[str, ...]] = ("parent",)  # where it stands: outside the state, moved without a version
    numbered: ClassVar[bool] = True  # else there is one a project, reached by its name as ref
    personal: ClassVar[bool] = False  # may live without a project
    listed: ClassVar[bool] = True  # has a list
    batched: ClassVar[bool] = True  # may come in a batch
    proposed_in_batches: ClassVar[bool] = True  # where it needs review; else it needs the right to publish there
    filters: ClassVar[Mapping[str, Filter]] = {}
    sorts: ClassVar[Mapping[str, Sort]] = SORTS  # the first is the default
    actions: ClassVar[tuple[str, ...]] = ()
    relations: ClassVar[tuple[str, ...]] = ()  # those that only two items of this kind may have
    short_parent: ClassVar[bool] = True  # whether a short entry names the parent
    recall_rank: ClassVar[int] = 9  # where its part of recall stands
    recall_first: ClassVar[
        tuple[tuple[str, Q, int], ...]
    ] = ()  # heading, condition, how many: the newest before the rest
    inherited: ClassVar[bool] = False  # whether a fork recalls its upstream's
    focused: ClassVar[bool] = True  # ranked by relevance to a focus
    count: ClassVar[str | None] = None  # its name among project_get's counts
    fields_line: ClassVar[str]  # item_store's line of this kind
    filters_line: ClassVar[str] = ""  # item_list's

    @cached_property
    def fields(self) -> tuple[str, ...]:  # type: ignore[override]
        """Every field that item_store knows, in the contract's order."""
        return (*(name for name in self.state.model_fields if name not in self.read_only), *self.places)

    @cached_property
    def widest(self) -> Json:
        """The filters with which its list shows everything."""
        return {name: True for name, each in self.filters.items() if each.control == "switch"}

    @cached_property
    def has_content(self) -> bool:
        return "content" in self.state.model_fields

    @cached_property
    def empty(self) -> Json:
        """The state of an item that says nothing yet: each field's default."""
        return {name: field.get_default(call_default_factory=True) if not field.is_required() else None
                for name, field in self.state.model_fields.items()}  # fmt: skip

    # -- state -------------------------------------------------------------------------------------------

    def new(self, fields: Json, *, in_project: bool) -> Json:
        """The state of a new item. Raises UnknownField, Missing or Invalid, naming the first field at fault."""
        self._known(fields)
        for name in self.required:
            if blank(fields.get(name)):
                needs = " and ".join(self.required)
                raise Missing(name, f"A new {self.name} needs {needs}; {name} is absent or blank.")
        given = {name: value for name, value in fields.items() if value is not None}
        self._guard(self.empty, given)
        after = self._valid({**self.defaults(in_project=in_project), **given})
        self.check(None, after, in_project=in_project)
        return after

    def patched(self, state: Json, fields: Json, *, in_project: bool) -> Json:
        """The state after a patch: an omitted field is kept, null clears. Raises as `new` does."""
        self._known(fields)
        for name in self.required:
            if name in fields and blank(fields[name]):
                raise Missing(name, f"A {self.name} can't be without {name}; leave it out to keep it as it is.")
        self._guard(state, fields)
        merged = {**state, **fields}
        after = self._valid({name: value for name, value in merged.items() if value is not None})
        for name in self.fixed:
            if after[name] != state.get(name):
                raise Invalid(name, f"{name} is fixed after creation; it stays {state.get(name)!r}.")
        self.check(state, after, in_project=in_project)
        return after

    def acted(self, state: Json, changes: Json) -> Json:
        """The state after an action, which sets what item_store may not."""
        return self._valid({name: value for name, value in {**state, **changes}.items() if value is not None})

    def brought_back(self, state: Json, wanted: Json) -> Json:
        """The state that undoing changes leads to, what only actions set included. Raises Invalid or Missing.

        How it gets there from ``state`` isn't asked, only whether it may stand.
        """
        return self.acted(state, wanted)

    def defaults(self, *, in_project: bool) -> Json:
        """What a new item has where its fields don't say and the place matters."""
        return {}

    def check(self, before: Json | None, after: Json, *, in_project: bool) -> None:
        """Rules across fields and against what was there; raises Invalid or Missing."""

    def changed(self, before: Json | None, after: Json) -> list[str]:
        """The fields that differ, in the kind's order; for a new item those that say more than the default."""
        base = self.empty if before is None else before
        return [name for name in self.state.model_fields if base.get(name) != after.get(name)]

    def _known(self, fields: Json) -> None:
        for name in fields:
            if name not in self.state.model_fields:
                raise UnknownField(name, self.fields)

    def _guard(self, before: Json, fields: Json) -> None:
        for name, setter in self.read_only.items():
            if name in fields and fields[name] != before.get(name):
                raise Invalid(name, f"{name} can't be stored; {setter} sets it.")

    def _valid(self, wanted: Json) -> Json:
        try:
            return self.state.model_validate(wanted).model_dump()
        except ValidationError as error:
            raise refusal(error, self.fields) from None

    # -- rules and appearance ------------------------------------------------------------------------------
    # Recall and counts build their statements once in a process: there ``now`` and what ``lookup`` holds are slots
    # (conderis.core.statements). A kind puts them into its conditions as they are and never looks into them.

    def reviewed(self, state: Json | None) -> bool:
        """Whether changing an item with this state needs moderation rights."""
        return True

    def private(self, state: Json) -> bool:
        """Whether the item is for its owner alone; asked once, on creation."""
        return False

    def shown(self, given: Json, now: str) -> Q:
        """What a list shows when the filters ``given`` don't widen it; ``now`` is normalised UTC text."""
        return Q()

    def short(self, item: "Item") -> Json:
        """The entry in a list: never content. ``number`` or ``ref``, ``parent`` and ``version`` are added to it."""
        raise NotImplementedError

    def recall_groups(self, lookup: Lookup) -> list[tuple[Q, list[OrderBy]]]:
        """What recall shows first: conditions, each with its order; the last takes whatever is left."""
        return [(Q(), [F("updated_at").desc()])]

    def recall_key(self, item: "Item") -> tuple[Any, ...]:
        """Where an item stands within a group, to merge two lists that are in order."""
        return (-item.updated_at.timestamp(), -item.pk)

    def recall_marks(self, lookup: Lookup) -> dict[str, Expression]:
        """What recall and rows on pages load beside the list columns, under the names by which they read it."""
        return {}

    def facts(self, item: "Item") -> list[str]:
        """What recall's line says of an item beside title and summary, in words."""
        return []


def blank(value: object) -> bool:
    """Absent, or a text with nothing to read in it; one that can't be stored is refused for that."""
    return value is None or (isinstance(value, str) and storable(value) and not one_line(value))


__all__ = ["Column", "Control", "Filter", "Group", "Json", "Kind", "Lookup", "Sort", "State", "Step", "blank"]
