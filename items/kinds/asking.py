"""How people meet a kind on a page: what a form asks for, and what the page offers to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from pydantic import BaseModel

Json = dict[str, Any]

_TEXT_FROM = 300  # characters that a field may hold, from which on it is asked for as a text of many lines
_SCALE_MOST = 10  # whole numbers that are asked for as a choice


@dataclass(frozen=True, slots=True)
class Control:
    """How a form asks for a field.

    ``shape`` is line, text, choice, scale, tags, moment, person or item; without one it follows from the field's type.
    ``refused`` is said where a service's sentence about the field names tools.
    """

    label: str = ""
    hint: str = ""
    shape: str = ""
    options: tuple[str, ...] = ()
    most: int | None = None  # characters
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What a page offers to do with an item as it is now: one of the kind's actions, or fields to set.

    ``asks`` labels the reason of a step that needs one; ``main`` is the step that most come for, ``rare`` ones
    stand in the menu.
    """

    label: str
    icon: str
    action: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""
    main: bool = False
    rare: bool = False


ARCHIVE = Step("Archive", "archive", "archive", rare=True)

# The words that kinds share mean the same in each of them.
_CONTROLS: Mapping[str, Control] = {
    "title": Control("Title"),
    "summary": Control("Summary", "One line: what it is and why it matters. Agents see it before the text."),
    "content": Control("Text", "Markdown. #12 becomes a link to that item."),
    "tags": Control("Tags", "At most 5, with blanks or commas between them."),
    "assignee": Control("Assignee", shape="person", refused="Choose someone who is in the project."),
    "expiresAt": Control("Expires, in UTC", "From then on recall leaves it out.", "moment"),
    "weight": Control("Weight", "5 comes first in recall, 1 last."),
    "parent": Control("Parent", "The number of the one that it belongs under.", "item"),
}


class OnPages:
    """The part of a kind that pages ask for; every answer has a default that follows from the kind's fields."""

    state: ClassVar[type[BaseModel]]
    fields: tuple[str, ...]
    fixed: ClassVar[tuple[str, ...]]
    actions: ClassVar[tuple[str, ...]]
    icon: ClassVar[str] = "file"
    about: ClassVar[str] = ""  # what an empty one is for, in a sentence or two
    controls: ClassVar[Mapping[str, Control]] = {}
    quick: ClassVar[tuple[str, ...]] = ()  # fields that are changed on the item's page itself

    def asked(self, *, new: bool, in_project: bool) -> tuple[str, ...]:
        """The fields that a form asks for. A place among siblings isn't one: it is where the item is dragged to."""
        return tuple(name for name in self.fields if name != "position" and (new or name not in self.fixed))

    def control(self, name: str) -> Control:
        """How a form asks for the field."""
        said = self.controls.get(name) or _CONTROLS.get(name) or Control()
        schema = self._schemas.get(name, {})
        shape = said.shape or _shape(schema)
        return replace(
            said,
            label=said.label or name.capitalize(),
            shape=shape,
            options=said.options or _options(schema),
            most=said.most or schema.get("maxLength"),
        )

    def options(self, name: str, state: Json | None) -> tuple[str, ...]:
        """What may be chosen for the field, in a new item (None) or one with this state."""
        return self.control(name).options

    def steps(self, state: Json, *, archived: bool, me: str) -> list[Step]:
        """What may be done with the item as it is, by ``me``, a reference; who may is another question."""
        if "restore" in self.actions and archived:
            return [Step("Restore", "archive-restore", "restore", main=True)]
        return [ARCHIVE] if "archive" in self.actions else []

    def undoing(self) -> Step | None:
        """How making one is undone. None where it can't be put away: then it says nothing again."""
        return ARCHIVE if "archive" in self.actions else None

    @cached_property
    def _schemas(self) -> dict[str, Json]:
        """Each field's JSON schema, an optional one's without its null."""
        found: dict[str, Json] = self.state.model_json_schema()["properties"]
        return {name: {**schema, **schema.get("anyOf", [{}])[0]} for name, schema in found.items()}


def _shape(schema: Json) -> str:
    if _options(schema):
        return "scale" if schema.get("type") == "integer" else "choice"
    if schema.get("type") == "array":
        return "tags"
    return "text" if schema.get("maxLength", 0) > _TEXT_FROM else "line"


def _options(schema: Json) -> tuple[str, ...]:
    """A closed set of words, or a short scale of whole numbers."""
    least, most = schema.get("ge", schema.get("minimum")), schema.get("le", schema.get("maximum"))
    if schema.get("type") == "integer" and least is not None and most is not None and most - least <= _SCALE_MOST:
        return tuple(str(number) for number in range(least, most + 1))
    return tuple(schema.get("enum", ()))
