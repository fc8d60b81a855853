"""An organization as its members meet it: its door, its members and projects, and what its owners change."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound, Refusal, SecretFound, UnknownField
from conderis.core.ids import new_id
from projects.capabilities import Role
from projects.models import Organization, OrganizationMembership
from projects.permissions import role_of
from projects.selectors.members import organization_members
from projects.selectors.organizations import organization_for, organization_projects, organizations_of
from projects.services.change_organization import change_organization
from projects.services.grant_in_organization import grant_in_organization
from tests.conftest import Actors, through_agent
from tests.core.credentials import GITHUB
from tests.factories import (
    AgentFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
    acting_through,
)

ROLES = {"owner": Role.OWNER, "moderator": Role.MODERATOR, "writer": Role.WRITER, "reader": Role.READER}


@pytest.fixture
def harbour(owner: User, moderator: User, writer: User, reader: User) -> Organization:
    """An organization in which the four have their usual roles."""
    organization = OrganizationFactory(name="Harbour")
    for user, role in zip((owner, moderator, writer, reader), ROLES.values(), strict=True):
        OrganizationMembershipFactory(organization=organization, user=user, role=role)
    return organization


class TestDoor:
    @pytest.mark.parametrize("who", list(ROLES))
    def test_members_come_through_with_their_role(
        self, actors: Actors, harbour: Organization, who: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(1):
            seen = organization_for(actors[who], harbour.id)
            assert seen == harbour
            assert role_of(actors[who], seen) is ROLES[who]

    @pytest.mark.parametrize("ident", [None, 7, "", "org:", "aaaaaaaaaaa\0", "' OR 1=1 --"])
    def test_missing_and_invisible_read_the_same(self, actors: Actors, harbour: Organization, ident: object) -> None:
        answers = []
        for tried in (harbour.id, new_id(), ident):
            with pytest.raises(NotFound) as refused:
                organization_for(actors.outsider, tried)
            answers.append(refused.value.as_dict())
        assert answers[0] == answers[1] == answers[2]

    def test_the_doors_answer_is_for_who_came_through_it_alone(self, actors: Actors, harbour: Organization) -> None:
        seen = organization_for(actors.owner, harbour.id)
        assert role_of(actors.writer, seen) is Role.WRITER
        assert role_of(actors.outsider, seen) is None

    def test_mine_by_name_each_once_with_my_role(self, actors: Actors, harbour: Organization, writer: User) -> None:
        anchor = OrganizationMembershipFactory(organization__name="anchor", user=writer, role=Role.OWNER).organization
        OrganizationMembershipFactory.create_batch(3, organization=anchor)
        found = organizations_of(actors.writer)
        assert [(o.name, o.seen_as, o.seen_by) for o in found] == [
            ("anchor", Role.OWNER, writer.id),
            ("Harbour", Role.WRITER, writer.id),
        ]
        assert not organizations_of(actors.outsider)


class TestMembers:
    @pytest.mark.parametrize("who", list(ROLES))
    def test_every_member_sees_them(self, actors: Actors, harbour: Organization, who: str) -> None:
        rows = organization_members(actors[who], harbour)
        assert [(row.name, row.role) for row in rows] == [
            *(("Ada", "owner"), ("Bea", "moderator")),
            *(("Chi", "writer"), ("Dee", "reader")),
        ]
        assert "@" not in str(rows)

    def test_an_outsider_learns_nothing(self, actors: Actors, harbour: Organization) -> None:
        with pytest.raises(NotFound):
            organization_members(actors.outsider, harbour)

    def test_they_are_found_by_name(self, actors: Actors, harbour: Organization) -> None:
        assert [row.name for row in organization_members(actors.owner, harbour, query="dee")] == ["Dee"]


def test_its_projects_are_those_that_are_active_and_mine(actors: Actors, harbour: Organization) -> None:
    project = ProjectFactory(name="Pier", organization=harbour)
    ProjectFactory(organization=OrganizationFactory())
    ProjectFactory(name="Public", organization=OrganizationFactory(), public=True)
    ProjectFactory(organization=harbour, archived_at=project.created_at)
    assert [(p.name, p.seen_as) for p in organization_projects(actors.reader, harbour)] == [("Pier", Role.READER)]
    assert not organization_projects(actors.outsider, harbour)


class TestGrant:
    def test_an_owner_gives_changes_and_takes_a_role(
        self, actors: Actors, harbour: Organization, outsider: User
    ) -> None:
        for role in (Role.WRITER, Role.WRITER, Role.OWNER, None, None):
            grant_in_organization(actor=actors.owner, organization=harbour, user=outsider, role=role)
            assert role_of(actors.outsider, harbour) is role

    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_it_requires_own(self, actors: Actors, harbour: Organization, outsider: User, who: str) -> None:
        with pytest.raises(Denied) as refused:
            grant_in_organization(actor=actors[who], organization=harbour, user=outsider, role=Role.READER)
        assert refused.value.data["missing"] == "own"
        assert "owner of the organization" in refused.value.message

    def test_a_role_taken_away_meanwhile_is_gone(self, actors: Actors, harbour: Organization, outsider: User) -> None:
        seen = organization_for(actors.owner, harbour.id)
        OrganizationMembership.objects.filter(user=actors.owner.user_id).update(role=Role.WRITER)
        with pytest.raises(Denied):
            grant_in_organization(actor=actors.owner, organization=seen, user=outsider, role=Role.READER)

    def test_an_outsider_learns_nothing(self, actors: Actors, harbour: Organization, outsider: User) -> None:
        with pytest.raises(NotFound):
            grant_in_organization(actor=actors.outsider, organization=harbour, user=outsider, role=Role.OWNER)

    def test_the_last_owner_stays(self, actors: Actors, harbour: Organization, owner: User) -> None:
        with pytest.raises(Conflict):
            grant_in_organization(actor=actors.owner, organization=harbour, user=owner, role=Role.WRITER)

    def test_an_owner_of_one_of_its_projects_isnt_one_of_the_organization(
        self, outsider: User, harbour: Organization
    ) -> None:
        ProjectFactory(owner=outsider, organization=harbour)
        with pytest.raises(NotFound):
            grant_in_organization(actor=acting(outsider), organization=harbour, user=outsider, role=Role.READER)


class TestChange:
    def change(self, user: User, organization: Organization, **changes: Any) -> list[str]:
        return change_organization(actor=acting(user), organization=organization, changes=changes)[1]

    def refused(self, user: User, organization: Organization, **changes: Any) -> Refusal:
        with pytest.raises(Refusal) as refusal:
            self.change(user, organization, **changes)
        kept = Organization.objects.get(pk=organization.pk)
        assert (kept.name, kept.instructions) == ("Harbour", "")
        return refusal.value

    def test_name_and_instructions(self, owner: User, harbour: Organization) -> None:
        assert self.change(owner, harbour, name=" Port ", instructions="Be brief.\n") == ["name", "instructions"]
        assert self.change(owner, harbour, instructions="Be brief.\n") == []
        harbour.refresh_from_db()
        assert (harbour.name, harbour.instructions) == ("Port", "Be brief.\n")

    @pytest.mark.parametrize("blank", ["", " \n", None])
    def test_the_instructions_may_be_blank(self, owner: User, harbour: Organization, blank: str | None) -> None:
        self.change(owner, harbour, instructions="Old")
        assert self.change(owner, harbour, instructions=blank) == ["instructions"]
        assert Organization.objects.get(pk=harbour.pk).instructions == ""

    def test_they_reach_the_agents_of_its_projects(self, owner: User, reader: User, harbour: Organization) -> None:
        project = ProjectFactory(organization=harbour)
        self.change(owner, harbour, instructions="Use British spelling.")
        assert "Use British spelling." in through_agent(reader, project).text("recall")

    def test_20000_characters_and_not_one_more(self, owner: User, harbour: Organization) -> None:
        refusal = self.refused(owner, harbour, instructions="i" * 20_001)
        assert isinstance(refusal, Invalid)
        assert refusal.data["field"] == "instructions"
        assert self.change(owner, harbour, instructions="i" * 20_000) == ["instructions"]

    def test_secrets_are_refused(self, owner: User, harbour: Organization) -> None:
        for field in ("name", "instructions"):
            refusal = self.refused(owner, harbour, **{field: GITHUB})
            assert isinstance(refusal, SecretFound)
            assert refusal.data["field"] == field

    @pytest.mark.parametrize(
        ("changes", "refusal"),
        [
            ({"name": None}, Missing),
            ({"name": "a\nb"}, Invalid),
            ({"instructions": 7}, Invalid),
            ({"x": 1}, UnknownField),
        ],
    )
    def test_the_rules_of_the_fields_hold(
        self, owner: User, harbour: Organization, changes: dict[str, Any], refusal: type[Refusal]
    ) -> None:
        assert isinstance(self.refused(owner, harbour, **changes), refusal)

    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_it_requires_own(self, request: pytest.FixtureRequest, harbour: Organization, who: str) -> None:
        assert isinstance(self.refused(request.getfixturevalue(who), harbour, name="Mine"), Denied)

    def test_an_outsider_learns_nothing(self, outsider: User, harbour: Organization) -> None:
        assert isinstance(self.refused(outsider, harbour, name="Mine"), NotFound)

    @pytest.mark.parametrize("limit", ["read_only", "review_always"])
    def test_a_limited_key_changes_nothing(self, owner: User, harbour: Organization, limit: str) -> None:
        actor = acting_through(AgentFactory(owner=owner, **{limit: True}))
        with pytest.raises(Denied):
            change_organization(actor=actor, organization=harbour, changes={"name": "Mine"})
