"""Two versions of an item, what changed between them and who is behind them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Value

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import FORMER_MEMBER, Names, agent_title, signature, split_ref
from conderis.core.actor import Actor
from items.access import require_unlocked, visible
from items.diff import Comparison, compare
from items.diff.comparing import CONTEXT
from items.models import Item, Version
from items.selectors.approvals import approver, came_through
from items.selectors.versions import require_readable


@dataclass(frozen=True, slots=True)
class Compared:
    """One of the two: its number, and, unless that is 0, who wrote it when and why. ``author`` and ``reviewed_by`` are
    signatures as every result shows them, ``proposal`` is as `came_through` has it."""

    number: int
    author: dict[str, Any] | None = None
    at: datetime | None = None
    reason: str = ""
    reviewed_by: dict[str, Any] | None = None
    proposal: str = ""


@dataclass(frozen=True, slots=True)
class VersionComparison:
    """What changed from the older to the newer one."""

    older: Compared
    newer: Compared
    comparison: Comparison


def read_comparison(
    actor: Actor, item: Item, older: int, newer: int, *, context: int | None = CONTEXT
) -> VersionComparison:
    """Two versions of an item that came through its door; 0 is empty, before the first. ``context`` as in `compare`.

    At most two queries. Raises Locked while the item or one of the versions is locked, NotFound for a version that
    isn't there.
    """
    require_unlocked(item)
    wanted = {number for number in (older, newer) if 0 < number <= item.version}  # another can't be there
    rows = Version.objects.filter(visible(actor, "item__"), item=item.pk, number__in=wanted)
    found = {row.number: row for row in rows.select_related("author", "agent", "reviewed_by", "reviewed_agent__owner")}
    one, two = (require_readable(item, number, found.get(number)) if number else None for number in (older, newer))
    before, after = ((version and version.state) or {} for version in (one, two))
    names = _titles(before.get("assignee"), after.get("assignee"))
    comparison = compare(item.rules, before, after, context=context, names=names)
    return VersionComparison(_compared(actor, item, one), _compared(actor, item, two), comparison)


def _compared(actor: Actor, item: Item, version: Version | None) -> Compared:
    if version is None:
        return Compared(0)
    people = [person for person in (version.author, version.reviewed_by) if person]
    agents = {version.agent.id: (version.agent.name, version.author.name)} if version.agent else {}
    if version.reviewed_agent:
        agents[version.reviewed_agent.id] = (version.reviewed_agent.name, version.reviewed_agent.owner.name)
    names = Names({person.id: person.name for person in people}, agents)
    author = signature(version.author_id, version.agent_id, names)
    proposal = came_through(actor, item, version).get("proposal", "")
    return Compared(version.number, author, version.at, version.reason, approver(version, names), proposal)


def _titles(*refs: object) -> dict[str, str]:
    """What people and agents are called, by reference. One query, none for none."""
    ids = {ref: split_ref(ref)[1] for ref in refs if isinstance(ref, str)}
    people = User.objects.filter(pk__in=ids.values()).values_list("pk", "name", Value(""))
    agents = Agent.objects.filter(pk__in=ids.values()).values_list("pk", "name", "owner__name")
    found = {pk: agent_title(name, owner) if owner else name for pk, name, owner in people.union(agents, all=True)}
    return {ref: found.get(ident, FORMER_MEMBER) for ref, ident in ids.items()}
