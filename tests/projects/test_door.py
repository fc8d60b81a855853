"""The door: the same answer for what isn't there and what may not be known to be there."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.core.errors import NotFound
from conderis.core.ids import new_id
from projects.capabilities import Role
from projects.models import Membership, Project
from projects.selectors import any_project, list_projects, my_projects, project_for, visible_projects
from tests.conftest import Actors
from tests.factories import (
    MembershipFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    UserFactory,
    acting,
)


def answer(actor: Any, project_id: object) -> dict[str, Any]:
    with pytest.raises(NotFound) as refused:
        project_for(actor, project_id)
    return refused.value.as_dict()


@pytest.mark.parametrize("who", ["owner", "moderator", "writer", "reader"])
def test_members_come_through(
    actors: Actors, project: Project, who: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert project_for(actors[who], project.id) == project


def test_missing_and_invisible_read_the_same(actors: Actors, project: Project) -> None:
    invisible = answer(actors.outsider, project.id)
    assert invisible == answer(actors.outsider, new_id()) == answer(actors.outsider, "no such thing")
    assert project.name not in str(invisible)
    assert project.id not in str(invisible)


@pytest.mark.parametrize(
    "project_id",
    [
        *(None, 12, 1.5, True, [], {}, b"aaaaaaaaaaaa", "", " ", "a", "A" * 12, "aaaaaaaaaaa\0", "\ud800" * 12),
        *("aaaaaaaaaaaa\n", "\uff41aaaaaaaaaaa", "a" * 13, "a" * 1_000_000, "' OR 1=1 --", "12"),
    ],
)
def test_what_is_no_id_is_not_found_without_a_query(
    actors: Actors, project_id: object, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert answer(actors.owner, project_id)["error"] == "not_found"


def test_a_public_project_opens_to_a_stranger_and_closes_again(actors: Actors, project: Project) -> None:
    Project.objects.update(public=True)
    assert project_for(actors.outsider, project.id).seen_as == Role.READER
    Project.objects.update(public=False)
    assert answer(actors.outsider, project.id)


def test_an_organization_opens_its_projects(outsider: User) -> None:
    organization = OrganizationFactory()
    project = ProjectFactory(organization=organization)
    assert answer(acting(outsider), project.id)
    OrganizationMembershipFactory(organization=organization, user=outsider, role=Role.WRITER)
    assert project_for(acting(outsider), project.id).seen_as == Role.WRITER


def test_a_member_who_left_stands_outside(actors: Actors, project: Project, writer: User) -> None:
    Membership.objects.filter(user=writer).delete()
    assert answer(actors.writer, project.id)


def test_the_operators_look_sees_any_project_and_takes_any_text(project: Project) -> None:
    assert any_project(project.id) == project
    assert any_project(new_id()) is None
    assert any_project("aaaaaaaaaaa\0") is None


class TestLists:
    def test_mine_are_those_i_am_in_by_name(self, outsider: User) -> None:
        organization = OrganizationFactory()
        for name, role in (("beta", Role.WRITER), ("Alpha", Role.OWNER)):
            MembershipFactory(project__name=name, user=outsider, role=role)
        ProjectFactory(name="gamma", organization=organization, public=True)
        OrganizationMembershipFactory(organization=organization, user=outsider, role=Role.MODERATOR)
        ProjectFactory(name="a stranger's", public=True)
        ProjectFactory(name="a private one")
        assert [(row["name"], row["role"], row["public"]) for row in list_projects(acting(outsider))] == [
            ("Alpha", "owner", False),
            ("beta", "writer", False),
            ("gamma", "moderator", True),
        ]
        assert set(my_projects(acting(outsider)).values_list("name", flat=True)) == {"Alpha", "beta", "gamma"}

    def test_visible_are_the_public_ones_too_each_once(self, outsider: User, project: Project) -> None:
        organization = OrganizationFactory()
        both = ProjectFactory(name="both", organization=organization, public=True)
        MembershipFactory(project=both, user=outsider)
        OrganizationMembershipFactory(organization=organization, user=outsider)
        ProjectFactory(name="public", public=True)
        assert sorted(p.name for p in visible_projects(acting(outsider))) == ["both", "public"]

    def test_nobody_has_none(self, project: Project) -> None:
        assert list_projects(acting(UserFactory())) == []

    @pytest.mark.parametrize("size", [1, 30])
    def test_a_list_is_one_query(
        self, outsider: User, size: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        MembershipFactory.create_batch(size, user=outsider)
        with django_assert_num_queries(1):
            assert len(list_projects(acting(outsider))) == size
