"""What a reviewer makes of a proposal before approving it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from conderis.core.actor import Actor
from conderis.core.text import REASON_MAX
from items.forms.clashes import Clash, clashes_on
from items.forms.item_form import ItemForm
from items.forms.values import same, sent, shown
from items.kinds.base import Json
from items.selectors.bases import state_at
from items.selectors.entries import mini
from proposals.forms.deciding import Seeing
from proposals.merge import Merge
from proposals.models import Proposal
from proposals.selectors.standing import Standing, merged

NOW = "now"  # the value of take-<field>: what the item says there stays


class ReviewForm(Seeing, ItemForm):
    """The fields as approving would leave them, and where that isn't clear, as they were proposed.

    Carries the item's version that it was drawn on, so that it knows what its reader touched.
    """

    reason = forms.CharField(
        required=False, max_length=REASON_MAX, label="A word to the author", help_text="They read it with the outcome.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(
        self,
        actor: Actor,
        proposal: Proposal,
        standing: Standing,
        *,
        data: QueryDict | None = None,
        typed: Mapping[str, str] | None = None,
    ) -> None:
        kind = proposal.rules
        self.drawn_on = _drawn_on(proposal, standing, data)
        state, draft = self.drawn_on.state, self.drawn_on.draft
        names = kind.asked(new=False, in_project=True)
        proposed = {name: shown(kind.control(name), draft.get(name)) for name in self.conflicts if name in names}
        if data is not None:
            data = data.copy()
            for name in proposed:
                if data.get(f"take-{name}") == NOW:
                    data[name] = shown(kind.control(name), state.get(name))
        super().__init__(
            kind, proposal.project, names, {**state, "parent": _parent(actor, proposal)}, data=data, state=state,
            typed={"seen": str(standing.version), **proposed, **(typed or {})},
        )  # fmt: skip

    @property
    def conflicts(self) -> tuple[str, ...]:
        return self.drawn_on.conflicts

    @property
    def edits(self) -> Json:
        """What goes to `approve`: what was touched, and each field that only a person can settle. For a valid form."""
        settled = {name: self.drawn_on.draft.get(name) for name in self.conflicts}
        for name in self.conflicts:
            if name in self.names and name in self.data:
                settled[name] = sent(self.controls[name], self.was[name], self.cleaned_data[name])
        return {**settled, **self.sent}

    def again(self, actor: Actor, proposal: Proposal, standing: Standing) -> "ReviewForm":
        """The form on the proposal and its item as they are by now, with what was typed into this one."""
        said = self.data
        kept = {name: said[name] for name in {*self.touched, *self.conflicts} if name in said}
        return ReviewForm(actor, proposal, standing, typed={**kept, "reason": said.get("reason", "")})

    def overtaken(self, now: Json) -> list[str]:
        """What was touched and says something else by now. Places aren't among them: the last one wins."""
        return [name for name in self.touched if name not in self.kind.places and self._moved(name, now.get(name))]

    def _moved(self, name: str, there: Any) -> bool:
        control = self.controls[name]
        return not same(control, shown(control, self.drawn_on.state.get(name)), shown(control, there))


def clashes_of(proposal: Proposal, standing: Standing, mine: ReviewForm | None = None) -> list[Clash]:
    """What a person must settle: the item as it is beside what was proposed, or what I had typed into ``mine``."""
    if proposal.item is None:
        return []
    wanted = {name: (proposal.state or {}).get(name) for name in standing.merge.conflicts}
    if mine is not None:
        names = {*mine.overtaken(standing.now), *(name for name in mine.touched if name in wanted)}
        wanted |= {name: mine.sent[name] for name in mine.names if name in names}
    return clashes_on(proposal.item, wanted)


def _drawn_on(proposal: Proposal, standing: Standing, data: QueryDict | None) -> Merge:
    """What approving would have made when the form was drawn."""
    text = "" if data is None else data.get("seen", "")
    seen = int(text) if text.isascii() and text.isdigit() and len(text) < 11 else standing.version
    if proposal.item is None or seen == standing.version:
        return standing.merge
    then = state_at(proposal.item, seen)
    return standing.merge if then is None else merged(proposal, standing.base, then)


def _parent(actor: Actor, proposal: Proposal) -> dict[str, Any] | None:
    """Where it would stand."""
    above = proposal.parent_proposal.item if proposal.parent_proposal is not None else proposal.parent
    item = proposal.item
    return mini(actor, above if item is None or proposal.reparent or above is not None else item.parent)
