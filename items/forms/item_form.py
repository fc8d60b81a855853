"""A new item of any kind, or a change of one: the fields that its kind asks for, and why."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from django import forms
from django.http import QueryDict

from conderis.core.errors import Refusal
from conderis.core.text import REASON_MAX
from conderis.web.forms import Form
from items.forms.asking import Options, Suggesting, field_of
from items.forms.values import same, sent, shown
from items.kinds import Kind
from items.kinds.base import Json
from projects.models import Project

NOBODY = ("", "Nobody")
NOTHING = ("", "Nothing")


class ItemForm(Form):
    """Fields of a kind over what they were. `sent` is what a service gets of them: only what was touched.

    ``people`` are those who can be given work, ``options`` narrows what may be chosen.
    """

    reason = forms.CharField(
        required=False,
        max_length=REASON_MAX,
        label="Why?",
        help_text="Stays in the history.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(
        self,
        kind: Kind,
        project: Project | None,
        names: Sequence[str],
        base: Json,
        *,
        data: QueryDict | None = None,
        people: Options = (),
        options: Mapping[str, Sequence[str]] | None = None,
        state: Json | None = None,
        typed: Mapping[str, str] | None = None,
        auto_id: str = "id_%s",
    ) -> None:
        self.kind, self.project, self.names = kind, project, tuple(names)
        self.controls = {name: kind.control(name) for name in self.names}
        self.was = {name: shown(self.controls[name], base.get(name)) for name in self.names}
        given = {name: kind.options(name, state) for name in self.names} | dict(options or {})
        made = {name: self._field(name, given[name], list(people)) for name in self.names}
        self.base_fields = {**made, **type(self).base_fields}  # type: ignore[misc]  # Django copies them from here
        super().__init__(data, initial={**self.was, **(typed or {})}, auto_id=auto_id)

    def _field(self, name: str, given: Sequence[str], people: list[tuple[str, str]]) -> forms.Field:
        control = self.controls[name]
        closed = control.shape in ("choice", "scale")
        nothing = closed and self.kind.empty.get(name) is None
        required = name in self.kind.required or (closed and not nothing)
        if control.shape == "item":
            return field_of(control, required=required, widget=Suggesting(name, self.project, self.kind.name))
        offered = people if control.shape == "person" else [(value, value.replace("_", " ")) for value in given]
        return field_of(control, required=required, options=[NOTHING, *offered] if nothing else offered)

    def refuse(self, refusal: Refusal) -> None:
        name = str(refusal.data.get("field"))
        said = self.controls[name].refused if name in self.controls else ""
        super().refuse(refusal)
        if said:
            self.errors[name] = self.error_class([said], renderer=self.renderer)

    @property
    def touched(self) -> list[str]:
        """The fields that a person changed; one that the request doesn't have wasn't."""
        return [
            name
            for name in self.names
            if name in self.data and not same(self.controls[name], self.was[name], self.cleaned_data[name])
        ]

    @cached_property
    def sent(self) -> Json:
        """What was touched, as values; None for what was emptied. For a form that is valid."""
        return {name: sent(self.controls[name], self.was[name], self.cleaned_data[name]) for name in self.touched}

    @property
    def why(self) -> str:
        return str(self.cleaned_data["reason"])

    @property
    def asks_review(self) -> bool:
        """Whether it was sent by the button that asks for review."""
        return "propose" in self.data

    @property
    def main(self) -> list[forms.BoundField]:
        """The lines and the text, in the order in which they are read."""
        return [self[name] for shape in ("line", "text") for name in self.names if self.controls[name].shape == shape]

    @property
    def faulty(self) -> list[forms.BoundField]:
        return [field for field in self if field.errors]

    @property
    def side(self) -> list[forms.BoundField]:
        return [self[name] for name in self.names if self.controls[name].shape not in ("line", "text")]


def new_form(
    kind: Kind,
    project: Project | None,
    *,
    typed: Mapping[str, str],
    data: QueryDict | None = None,
    people: Options = (),
    options: Mapping[str, Sequence[str]] | None = None,
) -> ItemForm:
    """The form of a new item; ``typed`` fills fields in beforehand, and what it names beside them is nothing to it."""
    in_project = project is not None
    names = kind.asked(new=True, in_project=in_project)
    base = {**kind.empty, **kind.defaults(in_project=in_project)}
    filled = {name: typed[name] for name in names if name in typed}
    return ItemForm(kind, project, names, base, data=data, people=people, options=options, typed=filled)
