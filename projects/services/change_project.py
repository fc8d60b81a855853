"""An owner changes a project's settings."""

from collections.abc import Mapping

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.locks import hold
from projects.access import lock, owned_organization, upstream_for
from projects.capabilities import Capability
from projects.fields import plain_values
from projects.models import Project
from projects.permissions import require


@transaction.atomic
def change_project(*, actor: Actor, project: Project, changes: Mapping[str, object]) -> tuple[Project, list[str]]:
    """The project after the change, and the names of the fields that differ now, in their order.

    An omitted field is kept, null clears description, remote, upstream and organization. Leaving an
    organization takes its members' roles with it; the project's own members stay.
    Raises Denied without ``own``; UnknownField, Missing, Invalid for the fields; NotFound or Denied for an
    upstream or organization that isn't the caller's to name.
    """
    require(actor, Capability.OWN, project)
    if "upstream" in changes:
        hold("upstream")  # before the row's lock, always: two circles-to-be wait here and not for each other
    held = lock(project)
    require(actor, Capability.OWN, held)
    values = plain_values(changes)
    if "upstream" in changes:
        values["upstream"] = upstream_for(actor, changes["upstream"], of=held)
    if "organization" in changes:
        values["organization"] = owned_organization(actor, changes["organization"])
    changed = [name for name, value in values.items() if getattr(held, name) != value]
    if not changed:
        return held, []
    for name in changed:
        setattr(held, name, values[name])
    if "remote" in changed:
        held.remote_verified_at = None  # what was verified was another address
    held.save(update_fields=[*changed, "remote_verified_at"])
    return held, changed
