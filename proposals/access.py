"""The door to proposals: each is seen by its author, and by whoever may write in the project."""

from django.db.models import Q, QuerySet

from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from items.access import require_there
from projects.capabilities import Capability
from projects.models import Project
from projects.permissions import can, writes
from projects.selectors import project_for
from proposals.models import Proposal

PREFIX = "proposal:"


def names_proposal(ref: object) -> bool:
    """Whether the reference is one of a proposal, there or not."""
    return isinstance(ref, str) and ref.startswith(PREFIX)


def proposal_for(actor: Actor, ident: str, project: Project | None = None) -> Proposal:
    """The proposal with this id; with ``project`` it has to be one of that. Raises NotFound, or Gone once erased.

    Two queries, one with a project that came through the door.
    """
    found = None
    if ident.isascii() and ident.isdigit() and len(ident) <= 18:
        found = _whole().filter(pk=int(ident)).first()
    if found is None or (project is not None and found.project_id != project.pk):
        raise no_such_proposal()
    try:
        found.project = project or project_for(actor, found.project_id)
    except NotFound:
        raise no_such_proposal() from None
    if found.author_id != actor.user_id and not sees_all(actor, found.project):
        raise no_such_proposal()
    require_there(found.ref, found.erased_at, found.erased_by_id)
    if found.item is not None:
        found.item.project = found.project
    return found


def _whole() -> QuerySet[Proposal]:
    """Rows with their items and places, without the search vectors, which only PostgreSQL reads."""
    rows = Proposal.objects.select_related("item", "parent", "parent_proposal")
    return rows.defer("search", "item__search", "parent__search", "parent_proposal__search", "parent_proposal__state")


def proposal_by_ref(actor: Actor, ref: object, project: Project | None = None) -> Proposal:
    """The proposal of ``proposal:<id>``. Raises NotFound."""
    return proposal_for(actor, str(ref).removeprefix(PREFIX), project)


def visible(actor: Actor, project: Project) -> Q:
    """Which of the project's proposals the caller sees."""
    return Q() if sees_all(actor, project) else Q(author=actor.user_id)


def sees_all(actor: Actor, project: Project) -> bool:
    """Whether all of the project's proposals are there for the caller, not their own alone."""
    return writes(actor, project)


def require_sees_all(actor: Actor, project: Project) -> None:
    """Raises NotFound: for others they aren't there."""
    if not sees_all(actor, project):
        raise no_such_proposal()


def may_decide(actor: Actor, proposal: Proposal) -> bool:
    """Whether `approve` and `reject` let the caller: for a button."""
    return proposal.pending and can(actor, Capability.MODERATE, proposal.project)


def may_withdraw(actor: Actor, proposal: Proposal) -> bool:
    """Whether `withdraw` lets the caller: for a button."""
    mine = proposal.author_id == actor.user_id
    return proposal.pending and mine and can(actor, Capability.WRITE, proposal.project)


def no_such_proposal() -> NotFound:
    """The one answer for a proposal that isn't there and for one that the caller may not see."""
    return NotFound("There is no such proposal that you can see. item_list with kind proposal lists what there is.")
