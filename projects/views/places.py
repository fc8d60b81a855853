"""Which project or organization an address means, and the addresses of the pages that both have."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path, reverse

from conderis.core.actor import Actor
from projects.models import Organization, Place, Project
from projects.permissions import nowhere
from projects.selectors import project_for
from projects.selectors.organizations import organization_for


def place_at(actor: Actor, project_id: str | None = None, organization_id: str | None = None) -> Place:
    """The place of an address, for its members: a public project's readers haven't business in its settings.

    Raises NotFound.
    """
    if organization_id is not None:
        return organization_for(actor, organization_id)
    return settings_of(actor, project_id)


def settings_of(actor: Actor, project_id: str | None) -> Project:
    """The project, for its members. Raises NotFound."""
    project = project_for(actor, project_id)
    if not project.member_as:
        raise nowhere(project)
    return project


def pages_of_places(page: str, view: Callable[..., Any], name: str) -> list[URLPattern]:
    """One page's address in a project's settings and in an organization's."""
    return [
        path(f"p/<str:project_id>/settings/{page}", view, name=name),
        path(f"organizations/<str:organization_id>/{page}", view, name=f"organization-{name}"),
    ]


def url_of(place: Place, name: str, **more: Any) -> str:
    """The address of the place's page ``name``."""
    if isinstance(place, Organization):
        return reverse(f"organization-{name}", kwargs={"organization_id": place.pk, **more})
    return reverse(name, kwargs={"project_id": place.pk, **more})
