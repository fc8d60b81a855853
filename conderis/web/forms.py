"""Forms of pages: what a person typed goes to a service, and its refusal comes back beside the field it names.

The rules live in the services and kinds. A form here only reads the request, keeps what was typed, and shows.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.forms.widgets import Input

from conderis.core.errors import Refusal

T = TypeVar("T")
_CLASSES: dict[type[forms.Widget], str] = {
    forms.Textarea: "textarea",
    forms.Select: "select",
    forms.CheckboxInput: "",
    forms.HiddenInput: "",
    Input: "input",
}


class Form(forms.Form):
    """Base of the pages' forms: drawn by ``web/form.html``, each field by ``web/field.html``."""

    template_name = "web/form.html"
    refusal: Refusal | None = None  # the one that the last `attempt` met

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            _dress(field.widget)

    def attempt(self, service: Callable[..., T], **arguments: Any) -> T | None:
        """What the service answers, or None when it refuses: then the form holds the refusal and is shown again."""
        try:
            return service(**arguments)
        except Refusal as refusal:
            self.refuse(refusal)
            return None

    def refuse(self, refusal: Refusal) -> None:
        """Show the refusal at the field that it names, else above the form."""
        self.refusal = refusal
        field = refusal.data.get("field")
        self.add_error(field if field in self.fields else None, refusal.message)

    @property
    def status(self) -> int:
        """200, or the HTTP status of the refusal, 422 for what the form itself found."""
        if self.refusal is not None:
            return self.refusal.status
        return 422 if self.is_bound and self.errors else 200


def _dress(widget: forms.Widget) -> None:
    """Give the control its class of the design system."""
    for kind, name in _CLASSES.items():
        if isinstance(widget, kind):
            if name:
                widget.attrs["class"] = f"{name} {widget.attrs.get('class', '')}".strip()
            return
