"""The queue of a project: what waits and what was decided, as an address asks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, F, Q, QuerySet
from django.db.models.functions import Coalesce

from conderis.accounts.selectors import names_for, split_ref
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.kinds import KINDS
from projects.models import Project
from proposals.access import no_such_proposal, sees_all, visible
from proposals.models import Proposal

FILTERS = ("kind", "author", "agent", "sitting")
MINE = "mine"
SHELVES = (*Proposal.Status.values, MINE)
CHOICES_FROM = 2_000  # the latest, whose kinds and people can be chosen


@dataclass(frozen=True, slots=True)
class Choices:
    """What the shelf's proposals can be narrowed to: value and label of each."""

    kind: Sequence[tuple[str, str]]
    author: Sequence[tuple[str, str]]
    agent: Sequence[tuple[str, str]]


def require_shelves(actor: Actor, project: Project) -> None:
    """The caller sees proposals here: all of them, or some of their own. Raises NotFound. At most one query."""
    if not sees_all(actor, project) and not Proposal.objects.filter(project=project, author=actor.user_id).exists():
        raise no_such_proposal()


def shelf_of(actor: Actor, project: Project, shelf: str) -> QuerySet[Proposal]:
    """What stands there for the caller: those of a status, or one's own of any. Raises Invalid.

    Locked ones are in no list and no count.
    """
    if shelf not in SHELVES:
        raise Invalid("show", f"show must be one of {', '.join(SHELVES)}.")
    kept = Q(author=actor.user_id) if shelf == MINE else Q(status=shelf)
    found = Proposal.objects.filter(visible(actor, project), kept, project=project, sealed=False)
    return found.exclude(item__sealed=True)


def narrowed(found: QuerySet[Proposal], given: Mapping[str, str]) -> QuerySet[Proposal]:
    """What the filters of an address leave. Raises Invalid naming the one at fault."""
    for name in FILTERS:
        if given.get(name):
            found = found.filter(_condition(name, given[name]))
    return found


def ordered(found: QuerySet[Proposal], shelf: str) -> QuerySet[Proposal]:
    """What waits oldest first, one sitting after the other; what was decided newest first; one's own newest first.

    ``place`` on each is what it is ordered by, before its key.
    """
    if shelf == Proposal.Status.PENDING:
        return found.annotate(place=Coalesce("sitting", "pk", output_field=BigIntegerField())).order_by("place", "pk")
    return found.annotate(place=F("pk" if shelf == MINE else "updated_at")).order_by("-place", "-pk")


def choices_of(found: QuerySet[Proposal]) -> Choices:
    """The kinds, people and agents that occur. At most three queries."""
    latest = found.order_by("-pk").values("pk")[:CHOICES_FROM]
    rows = Proposal.objects.filter(pk__in=latest).order_by().values_list("kind", "author", "agent").distinct()
    kinds, authors, agents = ({row[at] for row in rows if row[at]} for at in range(3))
    names = names_for(authors, agents)
    return Choices(
        _sorted((name, name.capitalize()) for name in kinds),
        _sorted((f"user:{ident}", names.user(ident)) for ident in authors),
        _sorted((f"agent:{ident}", names.of(f"agent:{ident}")) for ident in agents),
    )


def _sorted(choices: Any) -> list[tuple[str, str]]:
    return sorted(choices, key=lambda choice: (choice[1].casefold(), choice[0]))


def _condition(name: str, value: str) -> Q:
    if name == "kind" and value in KINDS:
        return Q(kind=value)
    if name == "sitting" and value.isascii() and value.isdigit() and len(value) <= 18:
        return Q(sitting=int(value))
    kind, ident = split_ref(value) if name in ("author", "agent") else ("", "")
    if kind == "agent":
        return Q(agent=ident)
    if kind == "user" and name == "author":
        return Q(author=ident)
    raise Invalid(name, f"{name} in the address names nothing that proposals can be filtered by.")
