"""Refusals of what belongs to later issues. Each goes when its feature comes."""

from conderis.core.errors import Denied

PROPOSAL = "proposal"


def no_proposals_yet() -> Denied:
    return Denied("Proposals aren't available yet; nothing waits for review.", missing="moderate")


def no_deletion_yet() -> Denied:
    return Denied(
        "Permanent deletion isn't available yet; nothing was locked. Archive a memory or page, or ask an operator.",
        missing="own",
    )


def names_proposal(ref: object) -> bool:
    return isinstance(ref, str) and ref.startswith(f"{PROPOSAL}:")
