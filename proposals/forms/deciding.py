"""The forms behind the buttons of the deck: each carries the item's version that its reader saw."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms

from conderis.core.errors import Missing, Refusal
from conderis.web.forms import Form
from items.forms.editing import VERSION_MAX

T = TypeVar("T")

# What a proposal is usually rejected for; the author reads the sentence. A key each, 1 to 6.
USUAL = (
    "This isn’t correct.",
    "It is out of date already.",
    "Another one says this already.",
    "It is too vague to be of use to whoever reads it next.",
    "It belongs elsewhere.",
    "It holds something that shouldn’t be kept here.",
)


class Seeing(Form):
    """Carries the item's version that stood on the page, so that nobody decides on an outdated one."""

    seen = forms.IntegerField(required=False, min_value=0, max_value=VERSION_MAX, widget=forms.HiddenInput)

    @property
    def version(self) -> int | None:
        """The version that was seen; None where the form doesn't say, or says nonsense."""
        self.is_valid()  # reads what was sent
        seen: int | None = self.cleaned_data.get("seen")
        return seen


class DecideForm(Seeing):
    """A decision on the proposal as it was drawn."""

    def tried(self, service: Callable[..., T], **arguments: Any) -> T | None:
        """What the service answers, or None: the form then says what is wrong."""
        return self.attempt(service, **arguments) if self.is_valid() else None


class RejectForm(DecideForm):
    """A usual reason, words of one's own, or the one and then the other."""

    usual = forms.ChoiceField(required=False, choices=[(each, each) for each in USUAL])
    reason = forms.CharField(
        required=False, strip=False, label="Why?", help_text="The author reads it as you write it.",
        widget=forms.Textarea({"rows": 1, "class": "deck-reason", "autocomplete": "off"}),
    )  # fmt: skip

    @property
    def why(self) -> str:
        """The reason as the author reads it."""
        self.is_valid()  # reads what was sent; what couldn't be read isn't there
        said = (self.cleaned_data.get(name, "").strip() for name in ("usual", "reason"))
        return " ".join(each for each in said if each)

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        if isinstance(refusal, Missing):
            self.errors["reason"] = self.error_class(
                ["Say why: the author reads it, and learns what to do instead."], renderer=self.renderer
            )
