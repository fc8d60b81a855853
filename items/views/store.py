"""What a form of an item holds goes to the services."""

from conderis.core.actor import Actor
from items.forms.editing import EditForm
from items.forms.item_form import ItemForm
from items.kinds import Kind
from items.models import Item
from items.services.change import Outcome
from items.services.locking import check_version
from projects.models import Project
from proposals.services.contribute import contribute, contribute_new
from proposals.services.propose import Proposed


def store_new(actor: Actor, kind: Kind, project: Project | None, form: ItemForm) -> Outcome | Proposed | None:
    """The new item; None when it was refused, and the form says why."""
    if not form.is_valid():
        return None
    return form.attempt(
        contribute_new, actor=actor, kind=kind, project=project, fields=form.sent, reason=form.why,
        propose=form.asks_review,
    )  # fmt: skip


def store(actor: Actor, item: Item, form: EditForm) -> Outcome | Proposed | None:
    """The changed item; None when it was refused, and the form says why."""
    return form.attempt(_change, actor=actor, item=item, form=form) if form.is_valid() else None


def _change(actor: Actor, item: Item, form: EditForm) -> Outcome | Proposed:
    """The version first: what was typed on an older one is brought together with what is there, not judged by it."""
    version = form.based_on
    if version is not None:
        check_version(item, version)
    return contribute(
        actor=actor, item=item, fields=form.sent, version=version, reason=form.why, propose=form.asks_review
    )
