"""Make an item say again what an old version said."""

from conderis.core.actor import Actor
from items.kinds.base import Json
from items.models import Item
from items.selectors.versions import version_of
from items.services.change import Outcome
from proposals.services.contribute import contribute
from proposals.services.propose import Proposed


def restore_version(
    *, actor: Actor, item: Item, number: int, version: int | None, reason: str = ""
) -> Outcome | Proposed:
    """A new version with the content of an old one, or a proposal of it; the versions in between stay.

    What the kind counts as today's (who does a task and how far it is) isn't brought back. Raises what ``contribute``
    does, and NotFound or Locked for the old version.
    """
    old = version_of(item, number)
    fields = _restored(item, (old.state if old is not None else None) or {})
    return contribute(
        actor=actor, item=item, fields=fields, version=version, reason=reason or f"Version {number} again"
    )


def _restored(item: Item, old: Json) -> Json:
    """The old content as a patch; a field that the old shape lacks is cleared."""
    kind = item.rules
    kept = {*kind.read_only, *kind.fixed, *kind.todays}
    return {name: old.get(name, kind.empty[name]) for name in kind.state.model_fields if name not in kept}
