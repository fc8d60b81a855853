"""What a proposal's page says after something was done, or wasn't: the services' own words are for agents."""

from collections.abc import Mapping

from conderis.core.errors import Conflict, Denied, Locked, Refusal
from proposals.models import Proposal

DONE: Mapping[str, str] = {
    Proposal.Status.APPROVED: "Approved",
    Proposal.Status.REJECTED: "Rejected",
    Proposal.Status.WITHDRAWN: "Withdrawn",
}


def called(proposal: Proposal) -> str:
    """What people know it by; one that is locked keeps its title for itself."""
    about = proposal.item.title if proposal.item is not None else proposal.title
    return about or f"The {proposal.rules.name if proposal.rules.numbered else proposal.rules.plural}"


def done(proposal: Proposal, *, changed: bool = True) -> str:
    """After a decision: ``Approved: Cache, now #12 version 3.``"""
    said = f"{DONE[proposal.status]}: {called(proposal)}"
    if proposal.item is None or proposal.version is None:
        return f"{said}."
    if not changed:
        return f"{said}, which said the same already."
    number = f"{proposal.item.ref} " if proposal.item.number is not None else ""
    onto = f", merged onto version {proposal.merged_onto}" if proposal.merged_onto else ""
    return f"{said}, now {number}version {proposal.version}{onto}."


def refused(refusal: Refusal, proposal: Proposal) -> str:
    """Why nothing was done and what to do. ``proposal`` is as it is now."""
    data = refusal.data
    if isinstance(refusal, Denied):
        return "You may not decide here any more: your role in the project has changed. Nothing was done."
    if isinstance(refusal, Locked):
        return "Someone asked for a deletion meanwhile. Nothing was done."
    if not isinstance(refusal, Conflict):
        return f"It can’t be stored like this, so nothing was done: {refusal.message} Edit it, then approve."
    if "decision" in data:
        return f"{data['decision']['by']['name']} {_did(data['state'])} it before you. Nothing of yours was done."
    if "changedFields" in data:
        fields = ", ".join(data["changedFields"])
        about = proposal.item.ref if proposal.item is not None else "The item"
        return (
            f"{data['changedBy']} changed {about} while you looked{f' ({fields})' if fields else ''}; it is at version "
            f"{data['version']} now. Nothing was decided. This is how it stands: look again, then decide."
        )
    if "archived" in data or "waitsFor" in data:
        return "It can’t be approved as things are. Nothing was decided."
    return "Things changed while you looked. Nothing was decided; this is how it stands now."


def _did(status: str) -> str:
    return "withdrew" if status == Proposal.Status.WITHDRAWN else status
