"""Proposals that wait for the caller's decision, and what became of the caller's own since the last recall."""

from functools import cache

from django.db.models import Q, QuerySet, Value

from conderis.accounts.selectors import Names
from conderis.core.actor import Actor
from conderis.core.statements import Slot, Statement
from conderis.core.text import quoted
from conderis.recall.budget import Section
from items.models import Item
from items.selectors.slots import CALLER, PLACE, given
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can
from proposals.models import Proposal
from proposals.selectors.counts import pending_count
from proposals.selectors.entries import rows
from proposals.selectors.signing import names_behind

REASON_SHOWN = 160  # characters of a reason
WHO_SHOWN = 60


def sections(actor: Actor, project: Project, since: int | None, most: int) -> list[Section]:
    """Two parts: at most ``most`` that wait, the oldest first, for who may decide them; then the decided ones, the
    latest first, none on a key's first recall (``since`` None)."""
    found = _found(actor, project, since, most + 1)
    waiting = sorted((each for each in found if each.pending), key=lambda each: each.pk)
    decided = sorted((each for each in found if not each.pending), key=lambda each: -(each.decided_in or 0))
    names, refs = names_behind(found), _targets(found)
    return [
        Section(
            "proposals that wait for you",
            [_wait_line(each, names, refs) for each in waiting[:most]],
            len(waiting) if len(waiting) <= most else pending_count(actor, project),
            "item_list kind proposal",
        ),
        Section(
            "your proposals that were decided since your last recall",
            [_outcome_line(each, names, refs) for each in decided[:most]],
            len(decided),
            "item_list kind proposal, filter state and author me",
        ),
    ]


def _found(actor: Actor, project: Project, since: int | None, most: int) -> list[Proposal]:
    """Both parts, in one query; none where there can be nothing."""
    wanted = (can(actor, Capability.MODERATE, project), since is not None)
    if not any(wanted):
        return []
    filled = {**given(actor, project), "agent": actor.agent_id, "since": since, "most": most}
    return _reading(*wanted).load(Proposal, **filled)


@cache
def _reading(waiting: bool, decided: bool) -> Statement:
    parts = [*([_waiting()] if waiting else []), *([_decided()] if decided else [])]
    return Statement(" UNION ALL ".join(["({} LIMIT {most})"] * len(parts)), *parts)


def _waiting() -> QuerySet[Proposal]:
    return _shown(Proposal.objects.filter(project=PLACE, status=Proposal.Status.PENDING).order_by("pk"))


def _decided() -> QuerySet[Proposal]:
    """Of the person and all their agents; what this key decided itself is no news to it."""
    mine = Proposal.objects.filter(project=PLACE, author_id=CALLER.user_id, decided_in__gte=Value(Slot("since")))
    self_made = Q(decided_by_id=CALLER.user_id) & Q(decided_agent_id=Slot("agent"))
    return _shown(mine.exclude(self_made).order_by("-decided_in", "-pk"))


def _shown(found: QuerySet[Proposal]) -> QuerySet[Proposal]:
    shown = found.filter(Q(item__isnull=True) | Q(item__sealed=False), sealed=False)
    return rows(shown).prefetch_related(None)


def _targets(proposals: list[Proposal]) -> dict[int, str]:
    """How the items are called that they are about. One query, none for none."""
    keys = {each.item_id for each in proposals if each.item_id is not None}
    found = Item.objects.only("number", "kind", "project_id").in_bulk(keys) if keys else {}
    return {key: item.ref for key, item in found.items()}


def _wait_line(proposal: Proposal, names: Names, refs: dict[int, str]) -> str:
    about = f"changes {refs[proposal.item_id]}" if proposal.item_id in refs else f"new {proposal.kind}"
    facts = [about, *_why(proposal.reason), f"by {_who(proposal.author_id, proposal.agent_id, names)}"]
    return _line(proposal, refs, facts)


def _outcome_line(proposal: Proposal, names: Names, refs: dict[int, str]) -> str:
    by = _who(str(proposal.decided_by_id), proposal.decided_agent_id, names)
    made = f" as {refs[proposal.item_id]} v{proposal.version}" if proposal.version and proposal.item_id in refs else ""
    return _line(proposal, refs, [f"{proposal.status}{made} by {by}", *_why(proposal.decision_reason)])


def _line(proposal: Proposal, refs: dict[int, str], facts: list[str]) -> str:
    """One line: its reference, the title that it would have, which the instructions lack, and the facts."""
    title = proposal.title if proposal.title is not None else refs.get(proposal.item_id or 0, proposal.kind)
    return f"{proposal.ref} {quoted(title)} ({', '.join(facts)})"


def _why(reason: str) -> list[str]:
    return [f"reason: {quoted(reason, REASON_SHOWN)}"] if reason.strip() else []


def _who(user_id: str, agent_id: str | None, names: Names) -> str:
    via = f" via {names.agent(agent_id)}" if agent_id else ""
    return quoted(names.user(user_id) + via, WHO_SHOWN)[1:-1]
