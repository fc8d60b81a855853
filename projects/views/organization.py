"""An organization's own page: its projects, and for owners its name and instructions."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.capabilities import Capability
from projects.forms import OrganizationForm
from projects.permissions import can, require
from projects.selectors.organizations import organization_for, organization_projects
from projects.services.change_organization import change_organization
from projects.views.places import url_of


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def organization(request: HttpRequest, actor: Actor, organization_id: str) -> HttpResponse:
    place = organization_for(actor, organization_id)
    if request.method == "POST":
        require(actor, Capability.OWN, place)
    initial = {"name": place.name, "instructions": place.instructions}
    form = OrganizationForm(request.POST or None, initial=initial)
    if form.is_valid():
        changed = form.attempt(change_organization, actor=actor, organization=place, changes=form.cleaned_data)
        if changed is not None:
            tell(request, "The organization is saved." if changed[1] else "Nothing was changed.")
            return go(url_of(place, "home"))
    shown = {
        "place": place,
        "form": form,
        "owns": can(actor, Capability.OWN, place),
        "projects": list(organization_projects(actor, place)),
        "tab": "general",
    }
    return draw(request, "projects/organization.html", shown, actor=actor, status=form.status)
