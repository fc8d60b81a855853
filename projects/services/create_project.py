"""A person, or an agent for them, starts a project."""

from collections.abc import Mapping

from django.db import transaction

from conderis.core.actor import Actor
from projects.access import owned_organization, upstream_for
from projects.capabilities import Role
from projects.fields import plain_values
from projects.models import Membership, Project
from projects.permissions import require_writing_key


@transaction.atomic
def create_project(*, actor: Actor, fields: Mapping[str, object]) -> Project:
    """A new project that the person owns. ``fields``: name (required), description, remote, public, upstream,
    organization; null counts as absent.

    Raises Denied for a read-only key; UnknownField, Missing, Invalid for the fields; NotFound or Denied for an
    upstream or organization that isn't the caller's to name.
    """
    require_writing_key(actor)
    given = {"name": None} | {name: value for name, value in fields.items() if value is not None}
    project = Project(
        **plain_values(given),
        upstream=upstream_for(actor, given.get("upstream")),
        organization=owned_organization(actor, given.get("organization")),
        created_by_id=actor.user_id,
    )
    project.save(force_insert=True)
    Membership.objects.create(project=project, user_id=actor.user_id, role=Role.OWNER)
    return project
