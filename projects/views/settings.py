"""A project's settings: its own fields for owners, and what ends it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from conderis.core.actor import Actor
from conderis.web.answers import carry_out, go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.capabilities import Capability
from projects.forms import ProjectForm
from projects.models import Project
from projects.permissions import can, require
from projects.selectors.organizations import organizations_owned
from projects.services.archive_project import archive_project, restore_project
from projects.services.change_project import change_project
from projects.views.places import settings_of


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def settings(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """Members who don't own it are shown who is in it instead."""
    project = settings_of(actor, project_id)
    if request.method == "POST":
        require(actor, Capability.OWN, project)
    elif not can(actor, Capability.OWN, project):
        return go(reverse("members", args=[project.pk]))
    form = _form(request, actor, project)
    if form.is_valid():
        changed = form.attempt(change_project, actor=actor, project=project, changes=form.wanted)
        if changed is not None:
            tell(request, "The settings are saved." if changed[1] else "Nothing was changed.")
            return go(reverse("settings", args=[project.pk]))
    shown = {"form": form, "tab": "general"}
    return draw(
        request, "projects/settings.html", shown, actor=actor, project=project, section="settings", status=form.status
    )


@require_POST
@for_people
def archive(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    return _put_away(request, actor, project_id, archive_project, "The project is archived. Nobody writes in it now.")


@require_POST
@for_people
def restore(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    return _put_away(request, actor, project_id, restore_project, "The project is back.")


def _put_away(request: HttpRequest, actor: Actor, project_id: str, service: object, said: str) -> HttpResponse:
    project = settings_of(actor, project_id)
    back = reverse("settings", args=[project.pk])
    return carry_out(request, service, said=said, back=back, actor=actor, project=project)  # type: ignore[arg-type]


def _form(request: HttpRequest, actor: Actor, project: Project) -> ProjectForm:
    organizations = organizations_owned(actor)
    present = project.organization
    if present is not None and present not in organizations:
        organizations.append(present)
    initial = {
        "name": project.name,
        "description": project.description,
        "remote": project.remote,
        "public": project.public,
        "deletion_needs_two": project.deletion_needs_two,
        "upstream": project.upstream_id or "",
        "organization": present.ref if present is not None else "",
    }
    return ProjectForm(request.POST or None, initial=initial, organizations=organizations)
