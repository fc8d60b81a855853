"""The operator's commands for organizations, projects and roles."""

import pytest

from conderis.accounts.models import User
from projects.capabilities import Role
from projects.models import Membership, Organization, Project
from projects.permissions import role_of
from tests.commands import manage
from tests.factories import OrganizationMembershipFactory, ProjectFactory, acting


class TestCreateProject:
    def test_json_and_again(self, owner: User) -> None:
        ran = manage("create_project", "Lighthouse", "--owner", "ADA@example.org", "--json")
        project = Project.objects.get()
        assert (ran.status, ran.err) == (0, "")
        assert ran.json == {"projectId": project.id, "name": "Lighthouse"}
        again = manage("create_project", "Lighthouse", "--owner", "ada@example.org", "--public", "--json")
        assert again.json == ran.json
        assert "exists already" in again.err
        assert not Project.objects.get().public

    def test_its_flags(self, owner: User) -> None:
        upstream = ProjectFactory(public=True)
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        flags = ["--public", "--upstream", upstream.id, "--organization", organization.ref]
        ran = manage("create_project", "Fork", "--owner", "ada@example.org", *flags, "--json")
        project = Project.objects.get(pk=ran.json["projectId"])
        assert (project.public, project.upstream, project.organization) == (True, upstream, organization)

    def test_for_people(self, owner: User) -> None:
        ran = manage("create_project", "Lighthouse", "--owner", "ada@example.org")
        assert ran.out == f"Made Lighthouse: {Project.objects.get().id}\n"

    @pytest.mark.parametrize(
        ("args", "code"),
        [
            (["Lighthouse", "--owner", "nobody@example.org"], "not_found"),
            (["Lighthouse", "--owner", "\udcff"], "not_found"),
            ([" ", "--owner", "ada@example.org"], "missing"),
            (["a\nb", "--owner", "ada@example.org"], "invalid"),
            (["\udcff", "--owner", "ada@example.org"], "invalid"),
            (["Fork", "--owner", "ada@example.org", "--upstream", "nope"], "not_found"),
            (["Lighthouse", "--owner", "ada@example.org", "--organization", "nope"], "not_found"),
        ],
    )
    def test_a_refusal(self, owner: User, args: list[str], code: str) -> None:
        ran = manage("create_project", *args, "--json")
        assert (ran.status, ran.json["error"]) == (1, code)
        assert ran.err == ran.json["message"] + "\n"
        assert not Project.objects.exists()


class TestCreateOrganization:
    def test_json_and_again(self, owner: User) -> None:
        ran = manage("create_organization", "Harbour", "--owner", "ada@example.org", "--json")
        organization = Organization.objects.get()
        assert ran.json == {"organization": f"org:{organization.id}", "name": "Harbour"}
        assert manage("create_organization", "Harbour", "--owner", "ada@example.org", "--json").json == ran.json

    def test_a_refusal(self, owner: User) -> None:
        ran = manage("create_organization", "Harbour", "--owner", "nobody@example.org", "--json")
        assert (ran.status, ran.json["error"]) == (1, "not_found")


class TestGrant:
    def test_json(self, project: Project, outsider: User) -> None:
        ran = manage("grant", "EVE@example.org", project.id, "moderator", "--json")
        assert ran.json == {"projectId": project.id, "account": outsider.ref, "role": "moderator"}
        assert role_of(acting(outsider), project) is Role.MODERATOR

    def test_none_takes_it_away_and_again(self, project: Project, writer: User) -> None:
        for _ in range(2):
            ran = manage("grant", "chi@example.org", project.id, "none", "--json")
            assert (ran.status, ran.json["role"]) == (0, "none")
        assert not Membership.objects.filter(user=writer).exists()

    def test_for_people(self, project: Project, outsider: User) -> None:
        assert manage("grant", "eve@example.org", project.id, "reader").out == "Eve in Lighthouse: reader\n"

    def test_the_last_owner_stays(self, project: Project, owner: User) -> None:
        ran = manage("grant", "ada@example.org", project.id, "none", "--json")
        assert (ran.status, ran.json["error"]) == (1, "conflict")
        assert role_of(acting(owner), project) is Role.OWNER

    @pytest.mark.parametrize(
        ("email", "project_id", "role", "code"),
        [
            ("nobody@example.org", None, "reader", "not_found"),
            ("eve@example.org", "nope", "reader", "not_found"),
            ("eve@example.org", "aaaaaaaaaaa\0", "reader", "not_found"),
            ("eve@example.org", None, "admin", "invalid"),
            ("eve@example.org", None, "", "invalid"),
        ],
    )
    def test_a_refusal(
        self, project: Project, outsider: User, email: str, project_id: str | None, role: str, code: str
    ) -> None:
        ran = manage("grant", email, project_id or project.id, role, "--json")
        assert (ran.status, ran.json["error"]) == (1, code)
