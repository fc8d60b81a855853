"""Start a project, or an organization."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.forms import NameForm, ProjectForm
from projects.selectors.organizations import organizations_owned
from projects.services.create_organization import create_organization
from projects.services.create_project import create_project
from projects.views.places import url_of


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def new_project(request: HttpRequest, actor: Actor) -> HttpResponse:
    form = ProjectForm(request.POST or None, organizations=organizations_owned(actor))
    if form.is_valid():
        made = form.attempt(create_project, actor=actor, fields=form.wanted)
        if made is not None:
            tell(request, "The project is yours. Connect an agent, or write its first page.")
            return go(reverse("project", args=[made.pk]))
    return draw(request, "projects/new.html", {"form": form}, actor=actor, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def new_organization(request: HttpRequest, actor: Actor) -> HttpResponse:
    form = NameForm(request.POST or None)
    if form.is_valid():
        made = form.attempt(create_organization, actor=actor, name=form.cleaned_data["name"])
        if made is not None:
            return go(url_of(made[0], "members"))
    return draw(request, "projects/new_organization.html", {"form": form}, actor=actor, status=form.status)
