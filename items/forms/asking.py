"""The controls that a kind declares, as fields of a form. What may stand in them is the service's business."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.urls import reverse

from items.kinds.asking import Control
from projects.models import Project

Options = Iterable[tuple[str, str]]


class Asked(forms.CharField):
    """Keeps exactly what was typed. ``required`` only tells the reader: the service refuses what is absent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)

    def validate(self, value: str) -> None:
        """Nothing is refused here."""


class Suggesting(forms.TextInput):
    """A line beside which items are suggested while one types; without JavaScript the line alone."""

    template_name = "items/suggesting.html"

    def __init__(self, name: str, project: Project | None, kind: str = "") -> None:
        find = reverse("find", args=[project.pk]) if project else reverse("find-personal")
        super().__init__(
            {
                "autocomplete": "off",
                "maxlength": 200,
                "hx-get": f"{find}?of={name}" + (f"&kind={kind}" if kind else ""),
                "hx-trigger": "input changed delay:200ms",
                "hx-target": "next datalist",
                "hx-select": "unset",  # the form around it has its own
                "hx-swap": "innerHTML",
                "hx-sync": "this:replace",
            }
        )

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["attrs"]["list"] = f"{context['widget']['attrs']['id']}_found"
        return context


def field_of(control: Control, *, required: bool, options: Options = (), widget: forms.Widget | None = None) -> Asked:
    """The field that a control asks with."""
    hint = control.hint
    if hint and control.shape == "line" and control.most:
        hint += f" At most {control.most} characters."
    made = widget or _widget(control, options)
    return Asked(label=control.label, help_text=hint, required=required, widget=made)


def _widget(control: Control, options: Options) -> forms.Widget:
    match control.shape:
        case "text":
            return forms.Textarea({"class": "textarea-code", "rows": 14, "spellcheck": "true"})
        case "choice" | "scale" | "person":
            return forms.Select(choices=list(options))
        case "moment":
            return forms.DateTimeInput({"type": "datetime-local", "step": "1", "max": "9999-12-31T23:59:59"})
        case _:
            most = {"maxlength": control.most, "data-counted": True} if control.most else {}
            return forms.TextInput({"autocomplete": "off", **most})
