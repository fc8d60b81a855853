"""What pages say of decisions, where the services' own words are for agents."""

from collections.abc import Sequence
from dataclasses import dataclass

from conderis.core.errors import Conflict, Locked, NotFound, Refusal
from proposals.models import Proposal
from proposals.selectors.rows import field_words
from proposals.services.decide_together import Result
from proposals.services.deciding import Decided


@dataclass(frozen=True, slots=True)
class Told:
    """One proposal and what became of it, in words; ``way`` is approved, rejected, late or refused."""

    ident: int
    title: str
    way: str
    words: str


@dataclass(frozen=True, slots=True)
class Report:
    """What became of all that were chosen; those that nobody could decide come first, for they still wait."""

    lines: Sequence[Told]

    @property
    def left(self) -> int:
        return sum(line.way == "refused" for line in self.lines)

    @property
    def decided(self) -> int:
        return len(self.lines) - self.left


def told(results: Sequence[Result]) -> Report:
    return Report(sorted((_line(result) for result in results), key=lambda line: line.way != "refused"))


def _line(result: Result) -> Told:
    proposal, outcome = result.proposal, result.outcome
    about = (proposal.item.title if proposal.item is not None else None) or proposal.title if proposal else None
    title = about or (f"The {proposal.kind}" if proposal else f"Proposal {result.ident}")
    if isinstance(outcome, Decided):
        return Told(result.ident, title, outcome.proposal.status, done(outcome))
    way = "late" if "decision" in outcome.data else "refused"
    shown = "Something locked" if isinstance(outcome, Locked) else title
    return Told(result.ident, shown, way, why_not(outcome, proposal))


def done(decided: Decided) -> str:
    """After a decision: approved as #12 version 3, merged onto version 2."""
    proposal, item = decided.proposal, decided.item
    if proposal.status != proposal.Status.APPROVED or item is None:
        return proposal.status
    if not decided.changed:
        return f"approved; {item.ref} said the same already"
    onto = f", merged onto version {proposal.merged_onto}" if proposal.merged_onto else ""
    return f"approved as {item.ref} version {proposal.version}{onto}"


def why_not(refusal: Refusal, proposal: Proposal | None) -> str:
    """Why one couldn't be decided, and what to do."""
    data = refusal.data
    if proposal is None or isinstance(refusal, NotFound):
        return "isn’t there any more"
    if isinstance(refusal, Locked):
        return "locked: its content waits for a deletion decision"
    if not isinstance(refusal, Conflict):
        return refusal.message
    if "decision" in data:
        reason = data["decision"]["reason"]
        return f"{data['state']} already by {data['decision']['by']['name']}{f': “{reason}”' if reason else ''}"
    if "archived" in data:
        return "its item was archived: restore that first, or reject this"
    if "waitsFor" in data:
        return f"stands under {data['waitsFor'].replace(':', ' ')}, which waits too: decide that one first"
    if "changedBy" in data:
        return f"{data['changedBy']} made it version {data['version']} since this list was drawn: look at it again"
    if "fields" in data:
        changed = ", ".join(field_words(proposal.rules, data["fields"]))
        return f"{changed} can’t be merged into version {data['version']}: open it, edit and approve"
    return refusal.message
