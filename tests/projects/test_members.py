"""Who is in a project or an organization, and how they go."""

import pytest
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, NotFound
from projects.access import member_for
from projects.capabilities import Role
from projects.models import Membership, Project
from projects.permissions import role_of
from projects.selectors import project_for
from projects.selectors.members import MEMBERS_MAX, Member, members
from projects.services.leave_organization import leave_organization
from projects.services.leave_project import leave_project
from projects.services.remove_member import remove_member
from projects.services.set_role import set_role
from tests.conftest import Actors
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    UserFactory,
    acting,
    acting_through,
)


def told(rows: list[Member]) -> list[tuple[str, str, str | None]]:
    return [(row.name, row.role, row.through.name if row.through else None) for row in rows]


class TestMembers:
    @pytest.mark.parametrize("who", ["owner", "moderator", "writer", "reader"])
    def test_every_member_sees_names_and_roles_the_highest_first(
        self, actors: Actors, project: Project, who: str
    ) -> None:
        rows = members(actors[who], project)
        assert told(rows) == [
            ("Ada", "owner", None),
            ("Bea", "moderator", None),
            ("Chi", "writer", None),
            ("Dee", "reader", None),
        ]
        assert rows[0].ref == f"user:{actors.owner.user_id}"
        assert rows[0].since == Membership.objects.get(user=actors.owner.user_id).created_at
        assert "@" not in str(rows)

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project) -> None:
        with pytest.raises(NotFound):
            members(actors.outsider, project)

    def test_a_role_through_the_organization_is_told_apart(self, owner: User, reader: User, project: Project) -> None:
        project.organization = OrganizationFactory(name="Harbour")
        project.save()
        for user in (reader, UserFactory(name="Fay")):
            OrganizationMembershipFactory(organization=project.organization, user=user, role=Role.WRITER)
        assert told(members(acting(owner), project)) == [
            ("Ada", "owner", None),
            ("Dee", "reader", None),
            ("Dee", "writer", "Harbour"),
            ("Fay", "writer", "Harbour"),
        ]

    def test_a_disabled_person_is_marked(self, owner: User, project: Project) -> None:
        MembershipFactory(project=project, user__name="Zoe", user__is_active=False)
        assert [row.active for row in members(acting(owner), project)] == [True, False]

    def test_they_are_found_by_name(self, actors: Actors, project: Project) -> None:
        assert told(members(actors.owner, project, query=" bE ")) == [("Bea", "moderator", None)]
        assert members(actors.owner, project, query="%") == []
        with pytest.raises(Invalid):
            members(actors.owner, project, query="\0")

    @pytest.mark.parametrize("size", [1, 300])
    def test_they_are_bounded_in_rows_and_queries(
        self, owner: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        project = ProjectFactory(organization=organization)
        people = User.objects.bulk_create(UserFactory.build_batch(size))
        Membership.objects.bulk_create(Membership(project=project, user=person) for person in people)
        seen = project_for(acting(owner), project.id)
        with django_assert_num_queries(3):
            assert len(members(acting(owner), seen)) == min(size, MEMBERS_MAX) + 1


class TestMemberFor:
    def test_the_door_to_a_member(self, actors: Actors, project: Project, writer: User) -> None:
        assert member_for(actors.owner, project, writer.ref) == writer

    @pytest.mark.parametrize("ref", [None, "", "user:", "user:nobodynobody", "agent:aaaaaaaaaaaa", "Chi", 7])
    def test_others_arent_there(self, actors: Actors, project: Project, outsider: User, ref: object) -> None:
        for tried in (ref, outsider.ref):
            with pytest.raises(NotFound):
                member_for(actors.owner, project, tried)

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project, writer: User) -> None:
        with pytest.raises(NotFound) as refused:
            member_for(actors.outsider, project, writer.ref)
        assert "projectId" in refused.value.message


class TestRemoveMember:
    def test_their_role_is_gone_and_their_agents_stand_outside(
        self, actors: Actors, project: Project, writer: User
    ) -> None:
        agent = AgentFactory(owner=writer)
        remove_member(actor=actors.owner, project=project, user=writer)
        for actor in (actors.writer, acting_through(agent)):
            with pytest.raises(NotFound):
                project_for(actor, project.id)

    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_it_requires_own(self, actors: Actors, project: Project, who: str, reader: User) -> None:
        with pytest.raises(Denied) as refused:
            remove_member(actor=actors[who], project=project, user=reader)
        assert refused.value.data["missing"] == "own"
        assert role_of(actors.reader, project) is Role.READER

    @pytest.mark.parametrize("limit", ["read_only", "review_always"])
    def test_a_limited_key_removes_nobody(self, owner: User, project: Project, reader: User, limit: str) -> None:
        with pytest.raises(Denied):
            remove_member(
                actor=acting_through(AgentFactory(owner=owner, **{limit: True})), project=project, user=reader
            )

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project, reader: User) -> None:
        with pytest.raises(NotFound):
            remove_member(actor=actors.outsider, project=project, user=reader)

    def test_who_has_no_role_of_their_own_is_a_conflict(self, actors: Actors, project: Project, outsider: User) -> None:
        with pytest.raises(Conflict, match="no role of their own"):
            remove_member(actor=actors.owner, project=project, user=outsider)

    def test_the_last_active_owner_stays(self, owner: User, project: Project) -> None:
        MembershipFactory(project=project, role=Role.OWNER, user__is_active=False)
        with pytest.raises(Conflict, match="Make someone else an owner first"):
            remove_member(actor=acting(owner), project=project, user=owner)

    def test_an_owner_removes_another(self, owner: User, project: Project, writer: User) -> None:
        set_role(project=project, user=writer, role=Role.OWNER)
        remove_member(actor=acting(writer), project=project, user=owner)
        assert role_of(acting(owner), project) is None


class TestLeaveProject:
    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_any_member_goes(self, actors: Actors, project: Project, who: str) -> None:
        leave_project(actor=actors[who], project=project)
        assert role_of(actors[who], project) is None

    def test_the_last_active_owner_is_told_what_to_do(self, owner: User, project: Project, writer: User) -> None:
        with pytest.raises(Conflict, match="Make someone else an owner first"):
            leave_project(actor=acting(owner), project=project)
        set_role(project=project, user=writer, role=Role.OWNER)
        leave_project(actor=acting(owner), project=project)
        assert role_of(acting(owner), project) is None

    def test_an_agent_leaves_nothing(self, writer: User, project: Project) -> None:
        with pytest.raises(Denied):
            leave_project(actor=acting_through(AgentFactory(owner=writer)), project=project)
        assert role_of(acting(writer), project) is Role.WRITER

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project) -> None:
        with pytest.raises(NotFound):
            leave_project(actor=actors.outsider, project=project)

    def test_who_is_there_another_way_is_told(self, outsider: User) -> None:
        through = OrganizationMembershipFactory(user=outsider, role=Role.OWNER).organization
        for project in (ProjectFactory(organization=through), ProjectFactory(public=True)):
            with pytest.raises(Conflict, match="no role of your own"):
                leave_project(actor=acting(outsider), project=project)


class TestLeaveOrganization:
    def test_the_roles_that_it_gave_are_gone_and_others_stay(self, outsider: User) -> None:
        organization = OrganizationMembershipFactory(user=outsider, role=Role.WRITER).organization
        given, own = ProjectFactory(organization=organization), ProjectFactory(organization=organization)
        MembershipFactory(project=own, user=outsider, role=Role.READER)
        leave_organization(actor=acting(outsider), organization=organization)
        assert role_of(acting(outsider), given) is None
        assert role_of(acting(outsider), own) is Role.READER

    def test_the_last_active_owner_is_told_what_to_do(self, owner: User) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        with pytest.raises(Conflict, match="Make someone else an owner first"):
            leave_organization(actor=acting(owner), organization=organization)

    def test_who_isnt_in_it_learns_nothing(self, outsider: User) -> None:
        with pytest.raises(NotFound):
            leave_organization(
                actor=acting(outsider), organization=OrganizationMembershipFactory(role=Role.OWNER).organization
            )

    def test_an_agent_leaves_nothing(self, writer: User) -> None:
        organization = OrganizationMembershipFactory(user=writer).organization
        with pytest.raises(Denied):
            leave_organization(actor=acting_through(AgentFactory(owner=writer)), organization=organization)
