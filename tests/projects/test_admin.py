"""Projects, organizations and roles in the admin: usable, and held to the services' rules."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from projects.capabilities import Role
from projects.models import Membership, Organization, OrganizationMembership, Project
from tests.factories import (
    MembershipFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    UserFactory,
)

PROJECTS, ORGANIZATIONS = "/admin/projects/project/", "/admin/projects/organization/"
ROLES, ORGANIZATION_ROLES = "/admin/projects/membership/", "/admin/projects/organizationmembership/"
KINDS = [
    (ROLES, "project", MembershipFactory, Membership),
    (ORGANIZATION_ROLES, "organization", OrganizationMembershipFactory, OrganizationMembership),
]


@pytest.fixture
def browser(client: Client, db: None) -> Client:
    client.force_login(UserFactory(name="Op", is_staff=True, is_superuser=True))
    return client


def text(browser: Client, address: str) -> str:
    response = browser.get(address)
    assert response.status_code == 200
    return str(response.content.decode())


def queries_of(browser: Client, address: str) -> int:
    text(browser, address)  # Django keeps the content types that the first page looks up
    with CaptureQueriesContext(connection) as queries:
        text(browser, address)
    return len(queries)


@pytest.mark.parametrize("address", [PROJECTS, ORGANIZATIONS, ROLES, ORGANIZATION_ROLES])
def test_a_list_costs_the_same_for_more_rows(browser: Client, address: str) -> None:
    counts = []
    for _ in range(2):
        for _ in range(5):
            membership = OrganizationMembershipFactory()
            MembershipFactory(project__organization=membership.organization)
        counts.append(queries_of(browser, address))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("kind", ["project", "organization"])
def test_a_page_costs_the_same_for_more_members(browser: Client, project: Project, kind: str) -> None:
    organization = OrganizationFactory()
    counts = []
    for _ in range(2):
        MembershipFactory.create_batch(5, project=project)
        OrganizationMembershipFactory.create_batch(5, organization=organization)
        address = (
            f"{PROJECTS}{project.id}/change/" if kind == "project" else f"{ORGANIZATIONS}{organization.id}/change/"
        )
        counts.append(queries_of(browser, address))
    assert counts[0] == counts[1]


def test_they_are_found(browser: Client, project: Project, owner: User) -> None:
    assert "Lighthouse" in text(browser, f"{PROJECTS}?q={project.id}")
    assert "Lighthouse" in text(browser, f"{ROLES}?q=ada@example")
    assert "Lighthouse" not in text(browser, f"{ROLES}?q=eve@example")


class TestProjects:
    def inline(self, project: Project) -> dict[str, Any]:
        return {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}

    def test_its_own_fields_change_and_no_others(self, browser: Client, project: Project) -> None:
        data = {"name": " Renamed ", "description": "What it is for", "public": "on", "remote": "https://evil.example"}
        data |= {"upstream": ProjectFactory(public=True).id, "last_number": "9"} | self.inline(project)
        assert browser.post(f"{PROJECTS}{project.id}/change/", data).status_code == 302
        changed = Project.objects.get(pk=project.pk)
        assert (changed.name, changed.description, changed.public) == ("Renamed", "What it is for", True)
        assert (changed.remote, changed.upstream, changed.last_number) == ("", None, 0)

    @pytest.mark.parametrize(("name", "description"), [("", ""), ("\u200b", ""), ("a\nb", ""), ("x", "d" * 2_001)])
    def test_the_rules_hold(self, browser: Client, project: Project, name: str, description: str) -> None:
        data = {"name": name, "description": description} | self.inline(project)
        assert browser.post(f"{PROJECTS}{project.id}/change/", data).status_code == 200
        assert Project.objects.get().name == "Lighthouse"

    def test_none_is_added_or_deleted(self, browser: Client, project: Project) -> None:
        assert browser.get(PROJECTS + "add/").status_code == 403
        assert browser.post(f"{PROJECTS}{project.id}/delete/", {"post": "yes"}).status_code == 403
        browser.post(PROJECTS, {"action": "delete_selected", "_selected_action": [project.id], "post": "yes"})
        assert Project.objects.get() == project


class TestOrganizations:
    @pytest.mark.parametrize(("length", "status"), [(20_000, 302), (20_001, 200)])
    def test_its_instructions_are_bounded(self, browser: Client, length: int, status: int) -> None:
        organization = OrganizationFactory()
        data = {"name": "Harbour", "instructions": "i" * length}
        data |= {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
        assert browser.post(f"{ORGANIZATIONS}{organization.id}/change/", data).status_code == status
        assert len(Organization.objects.get().instructions) == (length if status == 302 else 0)


@pytest.mark.parametrize(("address", "place", "factory", "model"), KINDS)
class TestRoles:
    def test_a_role_is_given(self, browser: Client, address: str, place: str, factory: Any, model: Any) -> None:
        where = factory(role=Role.OWNER)
        user = UserFactory()
        data = {place: getattr(where, f"{place}_id"), "user": user.id, "role": "2"}
        assert browser.post(address + "add/", data).status_code == 302
        assert model.objects.get(user=user).role == Role.WRITER

    def test_a_role_changes_and_its_place_does_not(
        self, browser: Client, address: str, place: str, factory: Any, model: Any
    ) -> None:
        row = factory(role=Role.READER)
        data = {"role": "3", "user": UserFactory().id}
        assert browser.post(f"{address}{row.id}/change/", data).status_code == 302
        changed = model.objects.get(pk=row.pk)
        assert (changed.role, changed.user) == (Role.MODERATOR, row.user)

    def test_the_last_owner_stays(self, browser: Client, address: str, place: str, factory: Any, model: Any) -> None:
        row = factory(role=Role.OWNER)
        for tried, data in (("change", {"role": "1"}), ("delete", {"post": "yes"})):
            page = browser.post(f"{address}{row.id}/{tried}/", data, follow=True)
            assert "Make someone else an owner first" in page.content.decode()
            assert model.objects.get(pk=row.pk).role == Role.OWNER

    def test_a_role_is_taken(self, browser: Client, address: str, place: str, factory: Any, model: Any) -> None:
        row = factory(role=Role.READER)
        assert browser.post(f"{address}{row.id}/delete/", {"post": "yes"}).status_code == 302
        assert not model.objects.exists()

    def test_rows_are_not_deleted_in_bulk(
        self, browser: Client, address: str, place: str, factory: Any, model: Any
    ) -> None:
        row = factory(role=Role.OWNER)
        browser.post(address, {"action": "delete_selected", "_selected_action": [row.id], "post": "yes"})
        assert model.objects.get() == row
