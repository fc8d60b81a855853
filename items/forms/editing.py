"""A change of an item: what was typed, over the version that it was typed on."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from conderis.core.actor import Actor
from items.forms.asking import Options
from items.forms.item_form import ItemForm
from items.forms.values import shown
from items.models import Item
from items.selectors.bases import state_at
from items.selectors.entries import mini

VERSION_MAX = 2**31 - 1
THEIRS = "theirs"  # the value of take-<field>: what someone else saved meanwhile stays


class EditForm(ItemForm):
    """Carries the version and the place that it was based on, so that it knows what its reader touched."""

    version = forms.IntegerField(min_value=0, max_value=VERSION_MAX, widget=forms.HiddenInput)
    was_parent = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(
        self,
        actor: Actor,
        item: Item,
        *,
        data: QueryDict | None = None,
        names: Sequence[str] | None = None,
        people: Options = (),
        typed: Mapping[str, str] | None = None,
        auto_id: str = "id_%s",
    ) -> None:
        kind = item.rules
        names = kind.asked(new=False, in_project=item.project is not None) if names is None else names
        state = state_at(item, _version(data, item)) or item.state or {}
        base: dict[str, Any] = {**state, "parent": mini(actor, item.parent) if item.parent_id else None}
        parent = shown(kind.control("parent"), base["parent"])
        if data is not None:
            data = data.copy()
            for name in names:
                if data.get(f"take-{name}") == THEIRS:
                    data[name] = shown(kind.control(name), base[name])
        super().__init__(
            kind, item.project, names, base, data=data, people=people, state=item.state, auto_id=auto_id,
            typed={"version": str(item.version), "was_parent": parent, **(typed or {})},
        )  # fmt: skip
        if data is not None and "parent" in self.was:
            self.was["parent"] = data.get("was_parent", parent)

    @property
    def based_on(self) -> int | None:
        """The version to check; None where what the item says wasn't touched."""
        said = [name for name in self.touched if name not in self.kind.places]
        return self.cleaned_data["version"] if said else None


def _version(data: QueryDict | None, item: Item) -> int:
    """The version that the form was drawn with; the current one for a form that is new or lacks it."""
    text = "" if data is None else data.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 11 else item.version
