"""How a person goes through the queue: the filters of the address, the skips of the session."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from conderis.core.actor import Actor
from projects.models import Project
from proposals.models import Proposal
from proposals.selectors.queue import Place, place_in, waiting
from proposals.selectors.waiting import FILTERS

SKIPPED = "skipped"  # of the session: keys of proposals by project, in the order in which they were put off
SKIPPED_MOST = 200
KEPT = (*FILTERS, "view")  # of an address, on the way from one proposal to the next


@dataclass(frozen=True, slots=True)
class Walk:
    """Through one project's queue."""

    request: HttpRequest
    actor: Actor
    project: Project

    @property
    def kept(self) -> dict[str, str]:
        return {name: value for name, value in self.request.GET.items() if name in KEPT and isinstance(value, str)}

    @property
    def query(self) -> str:
        """What each address on the way ends in: blank or from ``?`` on."""
        return f"?{urlencode(self.kept)}" if self.kept else ""

    @property
    def narrowed(self) -> bool:
        """Whether filters leave some of what waits out."""
        return any(name in self.kept for name in FILTERS)

    def place(self, proposal: Proposal) -> Place:
        """Where the proposal stands. One query. Raises Invalid for a filter."""
        return place_in(waiting(self.actor, self.project, self.kept), proposal, self.skipped)

    def to(self, pk: int | None) -> str:
        """The address of a proposal on this way, of the end for none."""
        page = reverse("proposal", args=[pk]) if pk else reverse("proposals-done", args=[self.project.pk])
        return page + self.query

    @property
    def skipped(self) -> list[int]:
        found: list[int] = self.request.session.get(SKIPPED, {}).get(self.project.pk, [])
        return found

    def skip(self, proposal: Proposal) -> None:
        """It comes last from now on, for this person, until they sign out."""
        self._keep([*(pk for pk in self.skipped if pk != proposal.pk), proposal.pk][-SKIPPED_MOST:])

    def unskip(self, proposal: Proposal) -> None:
        self._keep([pk for pk in self.skipped if pk != proposal.pk])

    def _keep(self, skipped: list[int]) -> None:
        self.request.session[SKIPPED] = {**self.request.session.get(SKIPPED, {}), self.project.pk: skipped}
