"""Who is in a project or an organization: roles, invitations, and leaving."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.web.answers import carry_out
from conderis.web.pages import draw
from conderis.web.people import for_people
from projects.access import member_for
from projects.capabilities import ROLE_BY_LABEL, Capability, Role
from projects.forms import ROLES, InviteForm
from projects.models import Organization, Place, Project
from projects.permissions import can, require
from projects.selectors.invitations import invitation_for, open_invitations
from projects.selectors.members import Member, organization_members
from projects.selectors.members import members as members_of
from projects.services.grant import grant
from projects.services.grant_in_organization import grant_in_organization
from projects.services.invite import invite as invite_address
from projects.services.leave_organization import leave_organization
from projects.services.leave_project import leave_project
from projects.services.remove_member import remove_member
from projects.services.withdraw_invitation import withdraw_invitation
from projects.views.places import place_at, url_of


@require_safe
@for_people
def members(request: HttpRequest, actor: Actor, **at: str) -> HttpResponse:
    return _draw(request, actor, place_at(actor, **at), InviteForm())


@require_POST
@for_people
def role(request: HttpRequest, actor: Actor, user_id: str, **at: str) -> HttpResponse:
    """Give a member another role."""
    place = place_at(actor, **at)
    require(actor, Capability.OWN, place)
    user = member_for(actor, place, f"user:{user_id}")
    service = grant if isinstance(place, Project) else grant_in_organization
    said = f"{user.name} is {request.POST.get('role', '')} now."
    return _carried_out(request, actor, place, service, said, user=user, role=_role(request.POST.get("role")))


@require_POST
@for_people
def remove(request: HttpRequest, actor: Actor, user_id: str, **at: str) -> HttpResponse:
    place = place_at(actor, **at)
    require(actor, Capability.OWN, place)
    user = member_for(actor, place, f"user:{user_id}")
    said = f"{user.name} isn’t a member any more. What they wrote stays."
    if isinstance(place, Project):
        return _carried_out(request, actor, place, remove_member, said, user=user)
    return _carried_out(request, actor, place, grant_in_organization, said, user=user, role=None)


@require_POST
@for_people
def leave(request: HttpRequest, actor: Actor, **at: str) -> HttpResponse:
    place = place_at(actor, **at)
    service = leave_project if isinstance(place, Project) else leave_organization
    arguments: dict[str, Any] = {"actor": actor, place.noun: place}
    stay = url_of(place, "members")
    return carry_out(request, service, said=f"You left {place.name}.", back=reverse("home"), stay=stay, **arguments)


@require_http_methods(["POST"])
@for_people
def invite(request: HttpRequest, actor: Actor, **at: str) -> HttpResponse:
    """The answer to the form itself shows the link, this once: it stands in no address and no session."""
    place = place_at(actor, **at)
    require(actor, Capability.OWN, place)
    form = InviteForm(request.POST)
    made = None
    if form.is_valid():
        wanted = ROLE_BY_LABEL[form.cleaned_data["role"]]
        made = form.attempt(invite_address, actor=actor, place=place, email=form.cleaned_data["email"], role=wanted)
    response = _draw(request, actor, place, form if made is None else InviteForm(), token=made[1] if made else None)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@for_people
def withdraw(request: HttpRequest, actor: Actor, invitation_id: str, **at: str) -> HttpResponse:
    place = place_at(actor, **at)
    invitation = invitation_for(actor, place, invitation_id)
    said = "The invitation is withdrawn; its link ends."
    back = url_of(place, "members")
    return carry_out(request, withdraw_invitation, said=said, back=back, actor=actor, invitation=invitation)


def _draw(request: HttpRequest, actor: Actor, place: Place, form: InviteForm, token: str | None = None) -> HttpResponse:
    owns = can(actor, Capability.OWN, place)
    listed = organization_members(actor, place) if isinstance(place, Organization) else members_of(actor, place)
    shown = {
        "place": place,
        "owns": owns,
        "members": [_shown(actor, place, each) for each in listed],
        "mine": any(each.ref == actor.ref and each.through is None for each in listed),
        "roles": ROLES,
        "invitations": [
            (each, url_of(place, "withdraw", invitation_id=each.pk)) for each in open_invitations(actor, place)
        ]
        if owns
        else [],
        "invite_url": url_of(place, "invite"),
        "leave_url": url_of(place, "leave"),
        "form": form,
        "link": settings.PUBLIC_URL + reverse("invitation", args=[token]) if token else None,
        "tab": "members",
    }
    project = place if isinstance(place, Project) else None
    return draw(
        request,
        "projects/members.html",
        shown,
        actor=actor,
        project=project,
        section="settings",
        part="projects/members_list.html",
        status=form.status,
    )


def _shown(actor: Actor, place: Place, member: Member) -> dict[str, Any]:
    user_id = member.ref.removeprefix("user:")
    return {
        "member": member,
        "id": user_id,
        "me": member.ref == actor.ref,
        "role_url": url_of(place, "role", user_id=user_id),
        "remove_url": url_of(place, "remove-member", user_id=user_id),
    }


def _carried_out(
    request: HttpRequest, actor: Actor, place: Place, service: Any, said: str, **more: Any
) -> HttpResponse:
    return carry_out(
        request, service, said=said, back=url_of(place, "members"), **{"actor": actor, place.noun: place, **more}
    )


def _role(label: str | None) -> Role:
    if label not in ROLE_BY_LABEL:
        raise Invalid("role", f"role must be one of {', '.join(ROLE_BY_LABEL)}.")
    return ROLE_BY_LABEL[label]
