"""An owner changes an organization's name or its instructions."""

from collections.abc import Mapping

from django.db import transaction

from conderis.core.actor import Actor
from projects.access import lock
from projects.capabilities import Capability
from projects.fields import organization_values
from projects.models import Organization
from projects.permissions import require


@transaction.atomic
def change_organization(
    *, actor: Actor, organization: Organization, changes: Mapping[str, object]
) -> tuple[Organization, list[str]]:
    """The organization after the change, and the names of the fields that differ now. An omitted field is kept.

    The instructions reach every agent that recalls one of its projects; null or a blank text clears them.
    Raises NotFound for who isn't in it, Denied without ``own``; UnknownField, Missing, Invalid, SecretFound.
    """
    require(actor, Capability.OWN, organization)
    held = lock(organization)
    require(actor, Capability.OWN, held)
    values = organization_values(changes)
    changed = [name for name, value in values.items() if getattr(held, name) != value]
    for name in changed:
        setattr(held, name, values[name])
    if changed:
        held.save(update_fields=changed)
    return held, changed
