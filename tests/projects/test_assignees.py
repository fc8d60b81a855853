"""Who can be given work in a project."""

import pytest
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.core.errors import NotFound
from conderis.core.ids import new_id
from projects.capabilities import Role
from projects.models import Project
from projects.selectors import MAX_ASSIGNEES, assignable, assignees, can_see, project_for
from tests.conftest import Actors
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
)


def test_members_then_their_agents_each_by_name(actors: Actors, project: Project, owner: User, reader: User) -> None:
    AgentFactory(owner=owner, name="zeta")
    AgentFactory(owner=reader, name="Codex")
    listed = assignees(actors.reader, project)
    assert [row["name"] for row in listed] == ["Ada", "Bea", "Chi", "Dee", "Codex (Dee)", "zeta (Ada)"]
    assert listed[0]["ref"] == owner.ref
    assert not any("@" in value for row in listed for value in row.values())


def test_who_cannot_act_is_not_listed(actors: Actors, project: Project, outsider: User, owner: User) -> None:
    AgentFactory(owner=owner, name="revoked", revoked_at="2026-01-01T00:00:00Z")
    gone = MembershipFactory(project=project, user__name="Gone", user__is_active=False).user
    AgentFactory(owner=gone, name="orphan")
    AgentFactory(owner=outsider, name="strange")
    assert [row["name"] for row in assignees(actors.owner, project)] == ["Ada", "Bea", "Chi", "Dee"]


def test_a_member_twice_over_is_listed_once(owner: User) -> None:
    organization = OrganizationFactory()
    project = ProjectFactory(owner=owner, organization=organization)
    OrganizationMembershipFactory(organization=organization, user=owner)
    OrganizationMembershipFactory(organization=organization, user__name="Org")
    assert [row["name"] for row in assignees(acting(owner), project)] == ["Ada", "Org"]


@pytest.mark.parametrize("members", [1, MAX_ASSIGNEES + 20])
def test_the_list_is_bounded_and_two_queries(
    owner: User, project: Project, members: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for membership in MembershipFactory.create_batch(members, project=project):
        AgentFactory(owner=membership.user)
    project = project_for(acting(owner), project.id)
    with django_assert_max_num_queries(2):
        assert len(assignees(acting(owner), project)) == min(1 + 2 * members, MAX_ASSIGNEES)


def test_a_stranger_to_a_private_project_learns_nobody(actors: Actors, project: Project) -> None:
    with pytest.raises(NotFound):
        assignees(actors.outsider, project)


class TestAssignable:
    def test_a_member_and_their_live_agent(self, project: Project, reader: User) -> None:
        agent = AgentFactory(owner=reader)
        assert assignable(project, reader.ref)
        assert assignable(project, agent.ref)
        agent.revoked_at = "2026-01-01T00:00:00Z"
        agent.save()
        assert not assignable(project, agent.ref)
        User.objects.filter(pk=reader.pk).update(is_active=False)
        assert not assignable(project, reader.ref)
        assert not assignable(project, AgentFactory(owner=reader).ref)

    def test_a_stranger_only_while_the_project_is_public(self, project: Project, outsider: User) -> None:
        agent = AgentFactory(owner=outsider)
        assert not assignable(project, outsider.ref)
        assert not assignable(project, agent.ref)
        assert not can_see(project, outsider.id)
        project.public = True
        assert assignable(project, outsider.ref)
        assert assignable(project, agent.ref)
        assert can_see(project, outsider.id)

    def test_an_organizations_member(self, outsider: User) -> None:
        organization = OrganizationFactory()
        project = ProjectFactory(organization=organization)
        assert not assignable(project, outsider.ref)
        OrganizationMembershipFactory(organization=organization, user=outsider, role=Role.READER)
        assert assignable(project, outsider.ref)

    @pytest.mark.parametrize("public", [True, False])
    def test_nobody_who_is_not_there(self, public: bool, project: Project) -> None:
        project.public = public
        assert not assignable(project, f"user:{new_id()}")
        assert not assignable(project, f"agent:{new_id()}")

    @pytest.mark.parametrize("ref", [None, 7, "", "bob", "user:nope", "team:aaaaaaaaaaaa", "user:" + "a" * 1000, "me"])
    def test_what_is_no_reference_costs_no_query(
        self, project: Project, ref: object, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(0):
            assert not assignable(project, ref)

    def test_it_is_one_query(
        self, project: Project, owner: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        agent = AgentFactory(owner=owner)
        for ref in (owner.ref, agent.ref):
            with django_assert_num_queries(1):
                assert assignable(project, ref)
