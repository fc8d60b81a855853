"""What the address of the queue asks for, and the controls that set it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from conderis.core.actor import Actor
from conderis.core.errors import Refusal
from conderis.web.forms import Form
from projects.models import Project
from proposals.models import Proposal
from proposals.selectors.sittings import Shelf, read_shelf
from proposals.selectors.waiting import FILTERS, MINE, Choices

SHOW, CURSOR = "show", "cursor"
PENDING = Proposal.Status.PENDING.value
# The pages of the queue, in their order: what the address says, its name, its sign.
TABS = (
    (PENDING, "Waiting", "hourglass"),
    ("approved", "Approved", "check"),
    ("rejected", "Rejected", "x"),
    ("withdrawn", "Withdrawn", "undo-2"),
    (MINE, "Mine", "user-round"),
)
_ANY = {"kind": "Any kind", "author": "Anyone", "agent": "Any agent, or none"}
_SAID = {
    "cursor": "This page of the list has gone out of date. Start again at its beginning.",
    "show": "There is no such list of proposals.",
}


@dataclass(frozen=True, slots=True)
class Control:
    """One filter as the form draws it."""

    name: str
    blank: str
    value: str
    choices: list[tuple[str, str]]


class QueueFilters(Form):
    """What it means and whether it is right, the selectors say."""

    def __init__(self, sent: QueryDict, *, actor: Actor, project: Project) -> None:
        super().__init__(sent)
        self.actor, self.project = actor, project
        self.shelf = sent.get(SHOW, "").strip() or PENDING
        self.cursor = sent.get(CURSOR, "").strip()
        self.given = {name: value for name in FILTERS if (value := sent.get(name, "").strip())}

    def read(self) -> Shelf:
        return read_shelf(self.actor, self.project, self.shelf, self.given, cursor=self.cursor or None)

    @property
    def pending(self) -> bool:
        return self.shelf == PENDING

    @property
    def mine(self) -> bool:
        return self.shelf == MINE

    @property
    def query(self) -> str:
        """The filters alone, behind a question mark: for the list, and for each proposal's page."""
        return f"?{urlencode(self.given)}" if self.given else ""

    def controls(self, choices: Choices) -> list[Control]:
        return controls_of(self.given, choices)

    def refuse(self, refusal: Refusal) -> None:
        refusal.message = _SAID.get(str(refusal.data.get("field")), refusal.message)
        super().refuse(refusal)


def controls_of(given: Mapping[str, str], choices: Choices) -> list[Control]:
    """The filters that would leave something out, or do."""
    found = []
    for name, blank in _ANY.items():
        value, offered = given.get(name, ""), list(getattr(choices, name))
        if value and value not in dict(offered):
            offered.append((value, "Someone else" if name != "kind" else value))
        if value or len(offered) > 1 or (name == "agent" and offered):
            found.append(Control(name, blank, value, offered))
    return found
