"""Addresses of projects and organizations."""

from django.urls import URLPattern, path

from projects.views import members
from projects.views.create import new_organization, new_project
from projects.views.invitation import invitation
from projects.views.organization import organization
from projects.views.overview import overview
from projects.views.places import pages_of_places
from projects.views.settings import archive, restore, settings

urlpatterns: list[URLPattern] = [
    path("projects/new/", new_project, name="new-project"),
    path("p/<str:project_id>/", overview, name="project"),
    path("p/<str:project_id>/settings/", settings, name="settings"),
    path("p/<str:project_id>/settings/archive/", archive, name="archive-project"),
    path("p/<str:project_id>/settings/restore/", restore, name="restore-project"),
    path("organizations/new/", new_organization, name="new-organization"),
    path("organizations/<str:organization_id>/", organization, name="organization-home"),
    *pages_of_places("members/", members.members, "members"),
    *pages_of_places("members/<str:user_id>/role/", members.role, "role"),
    *pages_of_places("members/<str:user_id>/remove/", members.remove, "remove-member"),
    *pages_of_places("invitations/", members.invite, "invite"),
    *pages_of_places("invitations/<str:invitation_id>/withdraw/", members.withdraw, "withdraw"),
    *pages_of_places("leave/", members.leave, "leave"),
    path("invitations/<str:token>/", invitation, name="invitation"),
]
