"""An operator's script asks for a project, once or again."""

from collections.abc import Mapping

from django.db import transaction

from conderis.core.actor import Actor
from conderis.core.locks import hold
from projects.capabilities import Role
from projects.fields import plain_values
from projects.models import Project
from projects.services.create_project import create_project


@transaction.atomic
def ensure_project(*, actor: Actor, fields: Mapping[str, object]) -> tuple[Project, bool]:
    """The person's own project of this name, and whether it was made just now; the oldest where there are more.

    One that is there already is returned as it is, whatever else was sent. Two calls at the same moment
    make one. Raises what ``create_project`` does.
    """
    name = plain_values({"name": None} | dict(fields))["name"]
    hold("project", actor.user_id, name)
    owned = Project.objects.filter(memberships__user=actor.user_id, memberships__role=Role.OWNER)
    existing = owned.filter(name=name).order_by("created_at", "pk").first()
    if existing is not None:
        return existing, False
    return create_project(actor=actor, fields=fields), True
