"""What waits for review in the demo: changes of the story's items and new ones, as Chi's agent proposed them.

Data alone, in the order in which it was proposed. It goes through the same services as everyone's.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Edit:
    """In one text of a field: ``old`` becomes ``new``."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Wish:
    """One proposal: of a change of the story's item ``of``, or of a new one of ``kind``.

    ``meanwhile`` is what Bea changes afterwards, so that the base has moved on; ``rejected`` is why she says no.
    """

    reason: str
    of: str = ""
    kind: str = "memory"
    fields: dict[str, Any] = field(default_factory=dict)
    edit: Edit | None = None
    meanwhile: Edit | None = None
    rejected: str = ""


_RETRY = {
    "title": "Retry a failed payment three times",
    "summary": "A payment that fails is tried again three times within ten seconds.",
    "tags": ["payments"],
    "type": "pattern",
}

WAITING: tuple[Wish, ...] = (
    Wish(
        "The supplier moved the file to 01:30; I saw it in four nights in a row.",
        of="import",
        edit=Edit("content", "at about 02:00, local time in Berlin", "at about 01:30, local time in Berlin"),
        meanwhile=Edit("content", "one line a row, with the reason.", "one line a row, with the reason and the ISBN."),
    ),
    Wish(
        "Failed payments made up half of this week's calls to the shop.",
        fields=_RETRY,
        rejected="Each retry counts against the five calls a second. Say how it spaces them, then propose it again.",
    ),
    Wish("Two weeks without it: three orders were lost.", fields=_RETRY),
    Wish(
        "The test run takes three minutes by now, and two of us gave up waiting for it.",
        of="instructions",
        edit=Edit(
            "content", "It takes about a minute.", "It takes about three minutes; `make quick` leaves out the browser."
        ),
    ),
    Wish(
        "January has come.",
        of="rate",
        edit=Edit(
            "content", "Until then the worker spaces its calls by 250 ms.", "The worker spaces its calls by 120 ms."
        ),
        meanwhile=Edit("content", "by 250 ms.", "by 250 ms, from two processes by 500."),
    ),
    Wish(
        "Asked for twice on the phone today.",
        kind="page",
        fields={
            "title": "Books that we can't get",
            "summary": "What we tell customers, and where we note it.",
            "content": "1. Look it up by ISBN at the supplier.\n2. Offer a second-hand copy where there is one.\n"
            "3. Note it on the task list, with the tag `wanted`.\n",
            "tags": ["stock"],
        },
    ),
)
