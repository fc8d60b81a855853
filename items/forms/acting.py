"""The form behind each button of an item's page."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms

from conderis.core.text import REASON_MAX
from conderis.web.forms import Form
from items.forms.editing import VERSION_MAX

T = TypeVar("T")


class ActForm(Form):
    """An action on the version that its reader saw."""

    version = forms.IntegerField(required=False, min_value=0, max_value=VERSION_MAX)
    reason = forms.CharField(required=False, max_length=REASON_MAX)

    def tried(self, service: Callable[..., T], **arguments: Any) -> T | None:
        """What the service answers, or None: the form then says what is wrong."""
        if not self.is_valid():
            return None
        return self.attempt(service, **arguments, **self.cleaned_data)
