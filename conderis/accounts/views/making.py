"""Forms that make an agent, and answer with its key.

The key stands in the answer to the form itself and nowhere else: a redirect would have to keep it in an address or a
session for the page that it leads to. What a redirect is good for, that a reload or a second click makes nothing again,
is done by ``ident`` instead: the form carries the id that its agent will have, and an id is given once.
"""

from typing import Any

from django import forms
from django.core.signing import BadSignature, Signer

from conderis.core.ids import new_id
from conderis.web.forms import Form

_SIGNER = Signer(salt="conderis.accounts.making")


class _NewId(forms.HiddenInput):
    """Another one each time it is drawn, also beside a refusal."""

    def format_value(self, value: Any) -> str:  # noqa: ARG002
        return _SIGNER.sign(new_id())


class MakeKey(Form):
    """One button; the view names the agent."""

    ident = forms.CharField(required=False, widget=_NewId)

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        try:
            return {**sent, "ident": _SIGNER.unsign(sent.get("ident", ""))}
        except BadSignature:
            raise forms.ValidationError("This form is out of date. Please send it again.") from None


class AgentForm(Form):
    """A name, and limits beside those of the person."""

    name = forms.CharField(max_length=100, help_text="Where it runs or what for; it stands beside your name.")
    read_only = forms.BooleanField(required=False, label="Read-only", help_text="It recalls and reads, no more.")
    review_always = forms.BooleanField(
        required=False,
        label="Always needs review",
        help_text="Where you may publish, it only proposes. It decides nothing.",
    )


class MakeAgent(AgentForm, MakeKey):
    """A new one."""
