"""The door to deletion requests, and who decides them."""

from conderis.core.actor import Actor
from conderis.core.errors import Denied, NotFound
from items.models import Item
from privacy.models import DeletionRequest
from projects.capabilities import Capability
from projects.permissions import can, require, require_person
from projects.selectors import project_for


def deletion_for(actor: Actor, ident: object) -> DeletionRequest:
    """The request with this id, for who may decide it: an owner of the project, the author of what is private.

    Raises NotFound, for anyone else as well.
    """
    found = None
    text = str(ident)
    if text.isascii() and text.isdigit() and len(text) <= 18:
        rows = DeletionRequest.objects.select_related("item", "proposal__item")
        found = rows.filter(pk=int(text)).first()
    if found is None:
        raise no_such_request()
    try:
        if found.project_id is not None:
            found.project = project_for(actor, found.project_id)
    except NotFound:
        raise no_such_request() from None
    for item in (found.item, found.proposal.item if found.proposal is not None else None):
        if item is not None:
            item.project = found.project
    if found.proposal is not None:
        found.proposal.project = found.project  # type: ignore[assignment]  # a proposal is of a project
    if not decides(actor, found):
        raise no_such_request()
    return found


def decides(actor: Actor, request: DeletionRequest) -> bool:
    """Whether it is this person's to decide; agents decide none."""
    if actor.agent_id is not None:
        return False
    if is_private(request):
        return request.item is not None and request.item.owner_id == actor.user_id
    return request.project is not None and can(actor, Capability.OWN, request.project)


def require_decider(actor: Actor, request: DeletionRequest) -> None:
    """Raises Denied for an agent, for who isn't the decider, and for who asked where a second person must decide."""
    require_person(actor)
    if is_private(request):
        if request.item is None or request.item.owner_id != actor.user_id:
            raise Denied("Only its author decides what becomes of something private.", missing="own")
        return
    if request.project is None:
        raise no_such_request()
    require(actor, Capability.OWN, request.project)
    if request.project.deletion_needs_two and request.asked_by_id == actor.user_id:
        raise Denied("In this project someone else has to decide what you asked for yourself.", missing="own")


def is_private(request: DeletionRequest) -> bool:
    item: Item | None = request.item
    return item is not None and (item.private or item.project_id is None)


def no_such_request() -> NotFound:
    """The one answer for a request that isn't there and for one that isn't the caller's to decide."""
    return NotFound("There is no such deletion request that you can decide.")
