"""The words by which other programs call a task's state and weight."""

import re

_STATUS = {
    "open": "open, new, todo, to do, to dos, backlog, ready, next, next up, inbox, ideas, planned, icebox, triage, "
    "offen, zu erledigen, this week, today, later, someday, selected for development, not started, unstarted, "
    "deferred, pinned",
    "in_progress": "in progress, doing, wip, work in progress, working, working on, started, active, in arbeit, "
    "current, in development, developing, hooked, review, in review, code review, testing, in testing, qa, "
    "verify, verifying",
    "blocked": "blocked, waiting, waiting for, on hold, stuck, blockiert, wartet",
    "done": "done, complete, completed, closed, finished, resolved, fixed, shipped, released, deployed, live, merged, "
    "erledigt, fertig, x, true, yes",
    "canceled": "canceled, cancelled, wontfix, won t fix, won t do, wont do, not planned, not doing, rejected, "
    "dropped, abandoned, duplicate, invalid, archived, abgebrochen, verworfen",
}
_PRIORITY = {
    "urgent": "urgent, critical, highest, blocker, p0, asap, immediate",
    "high": "high, major, important, p1",
    "normal": "normal, medium, moderate, default, p2",
    "low": "low, minor, lowest, trivial, p3, p4",
}


def _by_word(groups: dict[str, str]) -> dict[str, str]:
    return {word: name for name, words in groups.items() for word in words.split(", ")}


_STATUS_OF = _by_word(_STATUS)
_PRIORITY_OF = _by_word(_PRIORITY)


def _folded(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", name[:100].casefold()))


def status_of(name: str) -> str | None:
    """The task's status that the name means, or None; "blocked" is one that a new task can't have."""
    return _STATUS_OF.get(_folded(name)) or _STATUS_OF.get(re.sub(r"\b\d+\b ?", "", _folded(name)).strip())


def priority_of(name: str) -> str | None:
    return _PRIORITY_OF.get(_folded(name))
