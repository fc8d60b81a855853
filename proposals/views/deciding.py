"""The form with which several proposals are decided together."""

from typing import Any

from django import forms
from django.http import QueryDict

from conderis.core.text import REASON_MAX
from conderis.web.forms import Form

SEEN = "seen-"


class Together(Form):
    """Boxes named ``proposal``, one reason, and beside each box the version of the item that its row told of."""

    reason = forms.CharField(required=False, max_length=REASON_MAX, strip=False)

    def __init__(self, sent: QueryDict) -> None:
        super().__init__(sent)
        self.sent = sent
        self.ids = {int(value) for value in sent.getlist("proposal") if _is_key(value)}

    @property
    def chosen(self) -> dict[str, Any]:
        """What `decide_together` is asked for."""
        seen = {ident: int(at) for ident in self.ids if _is_key(at := self.sent.get(f"{SEEN}{ident}", ""))}
        decision, reason = self.sent.get("decision", ""), self.sent.get("reason", "")
        return {"ids": self.ids, "decision": decision, "reason": reason, "seen": seen}

    @property
    def sitting(self) -> str:
        """The group that it was sent from."""
        return self.sent.get("sitting", "")


def _is_key(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 18
