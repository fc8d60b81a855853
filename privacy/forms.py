"""What people fill in around a deletion: why, and behind a password that it is to be so."""

from typing import Any

from django import forms
from django.http import QueryDict

from conderis.core.text import REASON_MAX
from conderis.web.forms import Form


class _ReasonForm(Form):
    label, hint = "", ""

    reason = forms.CharField(max_length=REASON_MAX, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label, self.fields["reason"].help_text = self.label, self.hint


class AskForm(_ReasonForm):
    """Why something is to go."""

    label = "Why does it have to go?"
    hint = "Whoever decides reads this. Don’t repeat the secret: say what kind of thing it is and where in the text."


class RejectForm(_ReasonForm):
    """Why it stays."""

    label = "Why does it stay?"
    hint = "Whoever asked reads it."


class RejectAllForm(RejectForm):
    """The same for everything that one person asked for."""

    hint = "It stands on each of them."
    asked_by = forms.CharField(widget=forms.HiddenInput)


class EraseForm(Form):
    """What is shown, typed, and the password, which is never sent back; and further places of the trace."""

    confirm = forms.CharField(
        max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )
    password = forms.CharField(
        label="Your password",
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: QueryDict | None = None, *, shown: str) -> None:
        super().__init__(data)
        self.fields["confirm"].label = f"Type {shown} to confirm"
        self.include: list[str] = data.getlist("include") if data is not None else []
