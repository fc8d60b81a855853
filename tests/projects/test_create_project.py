"""A person, or an agent for them, starts a project."""

from typing import Any

import pytest

from conderis.accounts.models import User
from conderis.core.errors import Denied, Invalid, Missing, NotFound, Refusal, UnknownField
from projects.capabilities import Role
from projects.models import Membership, Project
from projects.selectors import project_for
from projects.services.create_project import create_project
from projects.services.ensure_project import ensure_project
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
    acting_through,
)
from tests.together import together

NOBODYS = "aaaaaaaaaaaa"  # an id's form, and nothing that has it


def refused(user: User, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        create_project(actor=acting(user), fields=fields)
    assert not Project.objects.filter(created_by=user).exists()
    return refusal.value


def test_the_person_owns_it(owner: User) -> None:
    project = create_project(actor=acting_through(AgentFactory(owner=owner)), fields={"name": " Lighthouse "})
    assert project.name == "Lighthouse"
    assert project.created_by == owner
    assert not project.public
    assert project_for(acting(owner), project.id).seen_as == Role.OWNER
    assert Membership.objects.count() == 1


def test_each_call_makes_a_new_one(owner: User) -> None:
    made = [create_project(actor=acting(owner), fields={"name": "Lighthouse"}) for _ in range(2)]
    assert made[0] != made[1]


def test_every_field(owner: User) -> None:
    upstream = ProjectFactory(public=True)
    organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
    project = create_project(
        actor=acting(owner),
        fields={
            "name": "Lighthouse",
            "description": "Two\nlines",
            "remote": "git@example.org:ada/lighthouse.git",
            "public": True,
            "upstream": upstream.id,
            "organization": organization.ref,
        },
    )
    project.refresh_from_db()
    assert (project.description, project.remote) == ("Two\nlines", "git@example.org:ada/lighthouse.git")
    assert (project.public, project.upstream, project.organization) == (True, upstream, organization)
    assert project.remote_verified_at is None


def test_null_counts_as_absent(owner: User) -> None:
    absent = dict.fromkeys(("description", "remote", "public", "upstream", "organization"))
    project = create_project(actor=acting(owner), fields={"name": "Lighthouse", **absent})
    assert (project.description, project.public, project.upstream) == ("", False, None)


def test_a_read_only_key_makes_nothing(owner: User) -> None:
    actor = acting_through(AgentFactory(owner=owner, read_only=True))
    with pytest.raises(Denied) as refusal:
        create_project(actor=actor, fields={"name": "Lighthouse"})
    assert refusal.value.data == {"missing": "write"}


@pytest.mark.parametrize("fields", [{}, {"name": None}, {"name": ""}, {"name": "  "}, {"name": "\u200b"}])
def test_a_name_is_required(owner: User, fields: dict[str, Any]) -> None:
    refusal = refused(owner, **fields)
    assert isinstance(refusal, Missing)
    assert refusal.data["field"] == "name"


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [
        ("name", "n" * 201, "200"),
        ("name", "two\nlines", "line"),
        ("name", "a\0b", "NUL"),
        ("name", "a\ud800b", "surrogate"),
        ("name", 12, "text"),
        ("description", "d" * 2_001, "2,000"),
        ("description", "a\0b", "NUL"),
        ("description", ["x"], "text"),
        ("public", "yes", "true or false"),
        ("public", 1, "true or false"),
        ("remote", "r" * 501, "500"),
        ("remote", 5, "text"),
    ],
)
def test_a_field_has_its_form(owner: User, field: str, value: object, word: str) -> None:
    refusal = refused(owner, **({"name": "Lighthouse"} | {field: value}))
    assert isinstance(refusal, Invalid)
    assert refusal.data["field"] == field
    assert word in refusal.message


@pytest.mark.parametrize(("field", "length"), [("name", 200), ("description", 2_000)])
def test_the_longest_fits(owner: User, field: str, length: int) -> None:
    project = create_project(actor=acting(owner), fields={"name": "x", field: "🦉" * length})
    assert len(getattr(Project.objects.get(pk=project.pk), field)) == length


def test_an_unknown_field_names_the_allowed(owner: User) -> None:
    refusal = refused(owner, name="Lighthouse", visibility="public")
    assert isinstance(refusal, UnknownField)
    assert refusal.data["allowed"] == ["name", "description", "remote", "public", "upstream", "organization"]


class TestUpstream:
    @pytest.mark.parametrize("value", ["nope", 12, "", ["x"], "a\0", NOBODYS])
    def test_unknown(self, owner: User, value: object) -> None:
        assert isinstance(refused(owner, name="Fork", upstream=value), NotFound)

    def test_invisible(self, owner: User) -> None:
        assert isinstance(refused(owner, name="Fork", upstream=ProjectFactory().id), NotFound)

    def test_visible_but_private(self, owner: User) -> None:
        private = MembershipFactory(user=owner).project
        refusal = refused(owner, name="Fork", upstream=private.id)
        assert isinstance(refusal, Invalid)
        assert refusal.data["field"] == "upstream"


class TestOrganization:
    @pytest.mark.parametrize("value", ["nope", "org:", "org:nope", 12, f"org:{NOBODYS}", f"user:{NOBODYS}", "org:a\0"])
    def test_unknown(self, owner: User, value: object) -> None:
        assert isinstance(refused(owner, name="Lighthouse", organization=value), NotFound)

    def test_strangers_and_members_below_owner(self, owner: User, outsider: User) -> None:
        membership = OrganizationMembershipFactory(user=owner, role=Role.MODERATOR)
        refusal = refused(owner, name="Lighthouse", organization=membership.organization.ref)
        assert isinstance(refusal, Denied)
        assert refusal.data == {"missing": "own"}
        assert isinstance(refused(outsider, name="Lighthouse", organization=membership.organization.ref), NotFound)

    def test_a_key_that_always_needs_review(self, owner: User) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        actor = acting_through(AgentFactory(owner=owner, review_always=True))
        assert create_project(actor=actor, fields={"name": "Alone"}).created_by == owner
        with pytest.raises(Denied):
            create_project(actor=actor, fields={"name": "Lighthouse", "organization": organization.ref})


class TestEnsure:
    """The operator's create_project: same name and owner, same project."""

    def test_again_is_the_same_as_it_was(self, owner: User) -> None:
        first, made = ensure_project(actor=acting(owner), fields={"name": "Lighthouse"})
        assert made
        again = ensure_project(actor=acting(owner), fields={"name": " Lighthouse ", "public": True})
        assert again == (first, False)
        assert not Project.objects.get().public

    def test_another_owner_or_name_is_another_project(self, owner: User, outsider: User) -> None:
        first, _ = ensure_project(actor=acting(owner), fields={"name": "Lighthouse"})
        MembershipFactory(project=first, user=outsider, role=Role.MODERATOR)
        assert ensure_project(actor=acting(outsider), fields={"name": "Lighthouse"})[1]
        assert ensure_project(actor=acting(owner), fields={"name": "lighthouse"})[1]

    def test_a_blank_name_is_refused(self, owner: User) -> None:
        with pytest.raises(Missing):
            ensure_project(actor=acting(owner), fields={"name": " "})

    @pytest.mark.django_db(transaction=True)
    def test_at_the_same_moment_it_is_one(self, owner: User) -> None:
        results = together(*[lambda: ensure_project(actor=acting(owner), fields={"name": "Lighthouse"})] * 4)
        project = Project.objects.get()
        assert [found for found, _ in results] == [project] * 4
        assert sorted(made for _, made in results) == [False, False, False, True]
