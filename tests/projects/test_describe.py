"""One project as project_get shows it, without the counts of its items."""

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from projects.models import Project
from projects.selectors import describe, project_for
from tests.conftest import Actors
from tests.factories import AgentFactory, OrganizationFactory, ProjectFactory, acting, acting_through


def test_a_bare_project(project: Project, owner: User) -> None:
    actor = acting(owner)
    assert describe(actor, project_for(actor, project.id)) == {
        "projectId": project.id,
        "name": "Lighthouse",
        "description": None,
        "remote": None,
        "remoteVerified": False,
        "public": False,
        "upstream": None,
        "organization": None,
        "permissions": {"write": True, "moderate": True, "own": True},
        "assignees": [{"ref": owner.ref, "name": "Ada"}],
    }


def test_a_full_project(owner: User) -> None:
    upstream, organization = ProjectFactory(public=True), OrganizationFactory()
    project = ProjectFactory(
        owner=owner,
        description="What it is\nfor.",
        remote="https://example.org/lighthouse.git",
        remote_verified_at=timezone.now(),
        public=True,
        upstream=upstream,
        organization=organization,
    )
    shown = describe(acting(owner), project)
    assert shown["description"] == "What it is\nfor."
    assert shown["remote"] == "https://example.org/lighthouse.git"
    assert shown["remoteVerified"] is True
    assert shown["public"] is True
    assert shown["upstream"] == upstream.id
    assert shown["organization"] == f"org:{organization.id}"


def test_an_upstream_that_is_no_longer_public_is_not_there(owner: User) -> None:
    upstream = ProjectFactory(public=True, owner=owner)
    fork = ProjectFactory(owner=owner, upstream=upstream)
    Project.objects.filter(pk=upstream.pk).update(public=False)
    assert describe(acting(owner), project_for(acting(owner), fork.id))["upstream"] is None


@pytest.mark.parametrize(
    ("who", "write", "moderate", "own"),
    [("moderator", True, True, False), ("writer", True, False, False), ("reader", False, False, False)],
)
def test_permissions_are_the_callers(
    actors: Actors, project: Project, who: str, write: bool, moderate: bool, own: bool
) -> None:
    shown = describe(actors[who], project_for(actors[who], project.id))
    assert shown["permissions"] == {"write": write, "moderate": moderate, "own": own}


def test_permissions_are_those_of_the_key(project: Project, owner: User) -> None:
    actor = acting_through(AgentFactory(owner=owner, review_always=True))
    shown = describe(actor, project_for(actor, project.id))
    assert shown["permissions"] == {"write": True, "moderate": False, "own": False}


def test_it_is_two_queries_and_a_forks_three(
    owner: User, project: Project, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    actor = acting(owner)
    fork = ProjectFactory(owner=owner, upstream=ProjectFactory(public=True))
    seen, seen_fork = project_for(actor, project.id), project_for(actor, fork.id)
    with django_assert_num_queries(2):
        describe(actor, seen)
    with django_assert_num_queries(3):
        describe(actor, seen_fork)
