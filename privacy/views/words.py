"""What a decision does, in words and numbers: without any of the text."""

from privacy.models import DeletionRequest
from privacy.selectors.effect import Effect


def button(request: DeletionRequest, effect: Effect) -> str:
    """What the red button does, in numbers: ``Erase #41: 3 versions, 1 proposal``."""
    if request.proposal_id is not None:
        return f"Erase {request.shown}"
    name = request.shown if effect.whole or request.version is None else f"version {request.version} of {request.shown}"
    counts = [(effect.versions if effect.whole else 0, "version"), (effect.proposals, "proposal")]
    said = ", ".join(_count(number, word) for number, word in counts if number)
    return f"Erase {name}: {said}" if said else f"Erase {name}"


def further(count: int) -> str:
    """What the ticked boxes add to the button."""
    return f", and {_count(count, 'further place')}" if count else ""


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
