"""Decide many proposals with one answer, each on its own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Missing, Refusal, TooLarge
from conderis.core.reasons import check_reason
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import require
from proposals.access import proposal_for
from proposals.models import Proposal
from proposals.services.approve import approve
from proposals.services.deciding import Decided
from proposals.services.reject import reject

MOST = 100  # at once
DECISIONS = ("approve", "reject")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one: ``outcome`` says it, or the refusal, after which it waits as before.

    ``proposal`` is None where there is none that the caller may see.
    """

    ident: int
    proposal: Proposal | None
    outcome: Decided | Refusal

    @property
    def refused(self) -> bool:
        return isinstance(self.outcome, Refusal)


def decide_together(
    *,
    actor: Actor,
    project: Project,
    ids: Iterable[int],
    decision: str,
    reason: str = "",
    seen: Mapping[int, int] | None = None,
) -> list[Result]:
    """Approve or reject at most a hundred, oldest first, so that a parent comes before what stands under it.

    Each is a transaction of its own: one that is refused leaves the others decided. ``seen`` is, by proposal, the
    version of its item that the caller decided on, as `approve` has it; what the same call makes of an item counts as
    seen. Raises, before anything is decided, Denied without ``moderate``, Invalid for another decision, Missing for no
    ids and for a rejection without a reason, TooLarge, and the refusals of the reason.
    """
    require(actor, Capability.MODERATE, project)
    wanted = sorted(set(ids))
    if decision not in DECISIONS:
        raise Invalid("decision", f"decision must be one of {', '.join(DECISIONS)}.")
    if not wanted:
        raise Missing("ids", "Choose at least one proposal.")
    if len(wanted) > MOST:
        raise TooLarge(f"At most {MOST} proposals can be decided at once; you chose {len(wanted)}.", limit=MOST)
    check_reason(reason)
    if decision == "reject" and not reason.strip():
        raise Missing("reason", "Say why: each author reads it and learns what to do instead.")
    versions = _Seen(seen or {})
    return [_decided(actor, project, ident, decision, reason, versions) for ident in wanted]


class _Seen:
    """The versions that the caller saw, moved on by what this call makes of the items."""

    def __init__(self, seen: Mapping[int, int]) -> None:
        self.seen = seen
        self.moved: dict[tuple[int | None, int], int] = {}

    def of(self, proposal: Proposal) -> int | None:
        version = self.seen.get(proposal.pk)
        return None if version is None else self.moved.get((proposal.item_id, version), version)

    def move(self, ident: int, decided: Decided) -> None:
        if ident in self.seen and decided.item is not None:
            self.moved[decided.item.pk, self.seen[ident]] = decided.item.version


def _decided(actor: Actor, project: Project, ident: int, decision: str, reason: str, versions: _Seen) -> Result:
    proposal = None
    try:
        proposal = proposal_for(actor, str(ident), project)
        if decision == "reject":
            return Result(ident, proposal, reject(actor=actor, proposal=proposal, reason=reason))
        seen = versions.of(proposal)
        decided = approve(actor=actor, proposal=proposal, reason=reason, seen=seen)
        versions.move(ident, decided)
        return Result(ident, decided.proposal, decided)
    except Refusal as refusal:
        return Result(ident, proposal, refusal)
