"""Who is what in a project and in an organization; the last owner stays."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, NotFound
from projects.capabilities import Role
from projects.models import Membership, OrganizationMembership, Project
from projects.permissions import role_of
from projects.services.create_organization import create_organization
from projects.services.grant import grant
from projects.services.set_organization_role import set_organization_role
from projects.services.set_role import set_role
from tests.conftest import Actors
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    UserFactory,
    acting,
    acting_through,
)
from tests.together import together


class TestGrant:
    @pytest.mark.parametrize("role", list(Role))
    def test_it_gives_changes_and_takes_a_role(
        self, actors: Actors, project: Project, outsider: User, role: Role
    ) -> None:
        for given in (role, role, Role.READER, None, None):
            grant(actor=actors.owner, project=project, user=outsider, role=given)
            assert role_of(actors.outsider, project) is given
        assert not Membership.objects.filter(user=outsider).exists()

    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_it_requires_own(self, actors: Actors, project: Project, who: str, owner: User) -> None:
        with pytest.raises(Denied):
            grant(actor=actors[who], project=project, user=owner, role=None)
        assert role_of(actors.owner, project) is Role.OWNER

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project, outsider: User) -> None:
        with pytest.raises(NotFound):
            grant(actor=actors.outsider, project=project, user=outsider, role=Role.OWNER)

    @pytest.mark.parametrize("limit", ["read_only", "review_always"])
    def test_a_limited_key_gives_nothing(self, owner: User, project: Project, outsider: User, limit: str) -> None:
        actor = acting_through(AgentFactory(owner=owner, **{limit: True}))
        with pytest.raises(Denied):
            grant(actor=actor, project=project, user=outsider, role=Role.READER)

    def test_an_owner_by_organization_gives_roles(self, project: Project, outsider: User) -> None:
        project.organization = OrganizationMembershipFactory(user=outsider, role=Role.OWNER).organization
        project.save()
        assert grant(actor=acting(outsider), project=project, user=UserFactory(), role=Role.READER)


class TestLastOwner:
    @pytest.mark.parametrize("role", [Role.MODERATOR, Role.READER, None])
    def test_it_stays(self, project: Project, owner: User, role: Role | None) -> None:
        with pytest.raises(Conflict, match="Make someone else an owner first"):
            set_role(project=project, user=owner, role=role)
        assert role_of(acting(owner), project) is Role.OWNER

    def test_a_second_owner_frees_the_first(self, project: Project, owner: User, writer: User) -> None:
        set_role(project=project, user=writer, role=Role.OWNER)
        set_role(project=project, user=owner, role=None)
        assert role_of(acting(owner), project) is None

    def test_a_disabled_owner_does_not_count(self, project: Project, owner: User) -> None:
        MembershipFactory(project=project, user__is_active=False, role=Role.OWNER)
        with pytest.raises(Conflict):
            set_role(project=project, user=owner, role=None)

    def test_a_disabled_owner_can_be_taken_out(self, project: Project, owner: User) -> None:
        gone = MembershipFactory(project=project, user__is_active=False, role=Role.OWNER).user
        assert set_role(project=project, user=gone, role=None) is None

    @pytest.mark.django_db(transaction=True)
    def test_two_owners_who_leave_at_the_same_moment(self, project: Project, owner: User) -> None:
        for _ in range(5):
            other = MembershipFactory(project=project, role=Role.OWNER).user
            Membership.objects.update_or_create(project=project, user=owner, defaults={"role": Role.OWNER})
            results = together(
                partial(set_role, project=project, user=owner, role=None),
                partial(set_role, project=project, user=other, role=None),
            )
            assert sorted(isinstance(result, Conflict) for result in results) == [False, True]
            assert Membership.objects.filter(role=Role.OWNER).count() == 1
            Membership.objects.all().delete()


def test_a_disabled_person_gets_no_role(project: Project) -> None:
    with pytest.raises(Invalid, match="disabled"):
        set_role(project=project, user=UserFactory(is_active=False), role=Role.READER)


@pytest.mark.django_db(transaction=True)
def test_the_same_role_at_the_same_moment_is_one_row(project: Project, outsider: User) -> None:
    results = together(*[lambda: set_role(project=project, user=outsider, role=Role.WRITER)] * 4)
    assert {result.pk for result in results} == {Membership.objects.get(user=outsider).pk}


@pytest.mark.parametrize("make", [MembershipFactory, OrganizationMembershipFactory])
@pytest.mark.parametrize("role", [0, 5])
def test_the_database_knows_the_four_roles(db: None, make: Callable[..., object], role: int) -> None:
    with pytest.raises(IntegrityError, match="role_known"):
        make(role=role)


class TestOrganization:
    def test_the_person_owns_it_and_again_it_is_the_same(self, owner: User) -> None:
        organization, made = create_organization(actor=acting(owner), name=" Harbour ")
        assert made
        assert organization.name == "Harbour"
        assert OrganizationMembership.objects.get().role == Role.OWNER
        assert create_organization(actor=acting(owner), name="Harbour") == (organization, False)

    def test_another_owners_is_another(self, owner: User, outsider: User) -> None:
        first, _ = create_organization(actor=acting(owner), name="Harbour")
        assert create_organization(actor=acting(outsider), name="Harbour")[0] != first

    @pytest.mark.django_db(transaction=True)
    def test_at_the_same_moment_it_is_one(self, owner: User) -> None:
        results = together(*[lambda: create_organization(actor=acting(owner), name="Harbour")] * 4)
        assert sorted(made for _, made in results) == [False, False, False, True]
        assert len({organization.id for organization, _ in results}) == 1

    def test_a_read_only_key_makes_none(self, owner: User) -> None:
        with pytest.raises(Denied):
            create_organization(actor=acting_through(AgentFactory(owner=owner, read_only=True)), name="Harbour")

    def test_its_last_owner_stays(self, owner: User, outsider: User) -> None:
        organization, _ = create_organization(actor=acting(owner), name="Harbour")
        with pytest.raises(Conflict):
            set_organization_role(organization=organization, user=owner, role=Role.WRITER)
        set_organization_role(organization=organization, user=outsider, role=Role.OWNER)
        assert set_organization_role(organization=organization, user=owner, role=None) is None

    def test_a_role_in_it_is_one_in_each_of_its_projects(self, project: Project, outsider: User) -> None:
        project.organization = OrganizationFactory()
        project.save()
        set_organization_role(organization=project.organization, user=outsider, role=Role.MODERATOR)
        assert role_of(acting(outsider), project) is Role.MODERATOR
