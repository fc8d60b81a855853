"""An owner changes a project's settings."""

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from conderis.accounts.models import User
from conderis.core.errors import Denied, Invalid, Missing, NotFound, Refusal, UnknownField
from projects.capabilities import Role
from projects.models import Membership, Project
from projects.selectors import is_upstream_of, project_for
from projects.services.change_project import change_project
from tests.conftest import Actors
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
    acting_through,
)
from tests.together import together


def change(user: User, project: Project, **changes: Any) -> tuple[Project, list[str]]:
    return change_project(actor=acting(user), project=project, changes=changes)


def refused(user: User, project: Project, **changes: Any) -> Refusal:
    before = Project.objects.filter(pk=project.pk).values().get()
    with pytest.raises(Refusal) as refusal:
        change(user, project, **changes)
    assert Project.objects.filter(pk=project.pk).values().get() == before
    return refusal.value


def test_an_omitted_field_is_kept(owner: User) -> None:
    project = ProjectFactory(owner=owner, description="Kept", remote="https://example.org/kept", public=True)
    changed, names = change(owner, project, name="Renamed")
    project.refresh_from_db()
    assert (names, changed) == (["name"], project)
    assert (project.name, project.description, project.remote, project.public) == (
        *("Renamed", "Kept", "https://example.org/kept"),
        True,
    )


def test_null_clears(owner: User) -> None:
    organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
    project = ProjectFactory(
        owner=owner,
        description="Gone",
        remote="https://example.org/gone",
        upstream=ProjectFactory(public=True),
        organization=organization,
    )
    _, names = change(owner, project, description=None, remote=None, upstream=None, organization=None)
    project.refresh_from_db()
    assert names == ["description", "remote", "upstream", "organization"]
    assert (project.description, project.remote, project.upstream, project.organization) == ("", "", None, None)


@pytest.mark.parametrize(("field", "refusal"), [("name", Missing), ("public", Invalid)])
def test_null_is_refused_for_what_every_project_has(
    owner: User, project: Project, field: str, refusal: type[Refusal]
) -> None:
    told = refused(owner, project, **{field: None})
    assert isinstance(told, refusal)
    assert told.data["field"] == field


def test_nothing_changed_says_so(owner: User, project: Project) -> None:
    assert change(owner, project, name=project.name, description="", public=False) == (project, [])
    assert change(owner, project) == (project, [])


def test_an_unknown_field_is_refused_and_nothing_is_stored(owner: User, project: Project) -> None:
    assert isinstance(refused(owner, project, name="Renamed", colour="red"), UnknownField)


@pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
def test_it_requires_own(actors: Actors, project: Project, who: str) -> None:
    with pytest.raises(Denied) as refusal:
        change_project(actor=actors[who], project=project, changes={"name": "Taken"})
    assert refusal.value.data == {"missing": "own"}


def test_an_outsider_learns_nothing(outsider: User, project: Project) -> None:
    assert isinstance(refused(outsider, project, name="Taken"), NotFound)


@pytest.mark.parametrize("limit", ["read_only", "review_always"])
def test_a_limited_key_changes_nothing(owner: User, project: Project, limit: str) -> None:
    with pytest.raises(Denied):
        change_project(
            actor=acting_through(AgentFactory(owner=owner, **{limit: True})), project=project, changes={"name": "x"}
        )


def test_a_role_taken_away_meanwhile_is_gone(owner: User, project: Project) -> None:
    seen = project_for(acting(owner), project.id)
    Membership.objects.filter(user=owner).update(role=Role.WRITER)
    assert isinstance(refused(owner, seen, name="Too late"), Denied)


def test_another_address_is_no_longer_verified(owner: User) -> None:
    project = ProjectFactory(owner=owner, remote="https://example.org/a", remote_verified_at=timezone.now())
    change(owner, project, name="Renamed", remote="https://example.org/a")
    project.refresh_from_db()
    assert project.remote_verified_at is not None
    change(owner, project, remote="https://example.org/b")
    project.refresh_from_db()
    assert project.remote_verified_at is None


def test_a_change_keeps_the_counter_of_numbers(owner: User, project: Project) -> None:
    seen = project_for(acting(owner), project.id)
    Project.objects.update(last_number=7)
    change(owner, seen, name="Renamed")
    assert Project.objects.get().last_number == 7


class TestUpstream:
    def test_a_public_project(self, owner: User, project: Project) -> None:
        upstream = ProjectFactory(public=True)
        assert change(owner, project, upstream=upstream.id)[0].upstream == upstream

    def test_not_a_private_one(self, owner: User, project: Project) -> None:
        refusal = refused(owner, project, upstream=MembershipFactory(user=owner).project.id)
        assert isinstance(refusal, Invalid)
        assert refusal.data["field"] == "upstream"

    def test_not_an_invisible_one(self, owner: User, project: Project) -> None:
        assert isinstance(refused(owner, project, upstream=ProjectFactory().id), NotFound)

    def test_not_itself(self, owner: User, project: Project) -> None:
        change(owner, project, public=True)
        assert isinstance(refused(owner, project, upstream=project.id), Invalid)

    @pytest.mark.parametrize("length", [1, 2, 5])
    def test_no_circle(self, owner: User, project: Project, length: int) -> None:
        last = project
        for _ in range(length):
            last = ProjectFactory(public=True, upstream=last)
        assert is_upstream_of(project, last)
        assert isinstance(refused(owner, project, upstream=last.id), Invalid)
        assert change(owner, last_owned_by(owner), upstream=last.id)[1] == ["upstream"]

    @pytest.mark.django_db(transaction=True)
    def test_no_circle_at_the_same_moment(self, owner: User) -> None:
        for _ in range(5):
            a, b = (ProjectFactory(owner=owner, public=True) for _ in range(2))
            results = together(partial(change, owner, a, upstream=b.id), partial(change, owner, b, upstream=a.id))
            assert sorted(type(result) is tuple for result in results) == [False, True]
            assert any(isinstance(result, Invalid) for result in results)


def last_owned_by(owner: User) -> Project:
    """A project beside the line: it may follow any of it."""
    return ProjectFactory(owner=owner)


class TestOrganization:
    def test_into_one_that_the_caller_owns(self, owner: User, project: Project) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        assert change(owner, project, organization=organization.ref)[0].organization == organization

    def test_not_as_a_mere_member(self, owner: User, project: Project) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.MODERATOR).organization
        assert isinstance(refused(owner, project, organization=organization.ref), Denied)

    def test_an_owner_through_the_organization_takes_it_out_and_is_outside(self, owner: User, outsider: User) -> None:
        organization = OrganizationMembershipFactory(user=outsider, role=Role.OWNER).organization
        project = ProjectFactory(owner=owner, organization=organization)
        change(outsider, project, organization=None)
        with pytest.raises(NotFound):
            project_for(acting(outsider), project.id)
        assert project_for(acting(owner), project.id) == project
