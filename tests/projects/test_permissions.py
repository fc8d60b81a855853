"""The capability table, as every caller meets it."""

import pytest
from pytest_django import DjangoAssertNumQueries

from conderis.accounts.models import User
from conderis.core.errors import Denied, NotFound
from projects.capabilities import Capability, Role
from projects.models import Project
from projects.permissions import can, capabilities, fresh_role, require, require_writing_key, role_of
from projects.selectors import project_for
from tests.conftest import Actors
from tests.factories import (
    AgentFactory,
    MembershipFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    acting,
    acting_through,
)

# The contract's section 3, written out: who may do what in a private project, by themselves and through a key.
NOTHING = ""
R, RW, RWM, RWMO = "read", "read write", "read write moderate", "read write moderate own"
MATRIX = [
    # who, any key, read-only key, key that always needs review, key with both limits
    ("owner", RWMO, R, RW, R),
    ("moderator", RWM, R, RW, R),
    ("writer", RW, R, RW, R),
    ("reader", R, R, R, R),
    ("outsider", NOTHING, NOTHING, NOTHING, NOTHING),
]
KEYS = [{}, {"read_only": True}, {"review_always": True}, {"read_only": True, "review_always": True}]
CASES = [(who, limits, row[index]) for who, *row in MATRIX for index, limits in enumerate(KEYS)]


@pytest.mark.parametrize("capability", list(Capability))
@pytest.mark.parametrize(("who", "limits", "allowed"), CASES)
@pytest.mark.parametrize("through_the_door", [True, False])
def test_matrix(
    request: pytest.FixtureRequest,
    project: Project,
    who: str,
    limits: dict[str, bool],
    allowed: str,
    capability: Capability,
    through_the_door: bool,
) -> None:
    user: User = request.getfixturevalue(who)
    actor = acting_through(AgentFactory(owner=user, **limits))
    if through_the_door and who != "outsider":
        project = project_for(actor, project.id)
    expected = capability in allowed.split()
    assert can(actor, capability, project) is expected
    if expected:
        require(actor, capability, project)
    elif who == "outsider":
        with pytest.raises(NotFound):
            require(actor, capability, project)
    else:
        with pytest.raises(Denied) as refused:
            require(actor, capability, project)
        assert refused.value.as_dict()["missing"] == capability.value
        assert capability.value in refused.value.message


@pytest.mark.parametrize("who", ["owner", "moderator", "writer", "reader"])
def test_a_person_in_the_browser_may_what_an_unlimited_key_may(actors: Actors, project: Project, who: str) -> None:
    expected = next(row[1] for row in MATRIX if row[0] == who)
    assert {c.value for c in capabilities(actors[who], project)} == set(expected.split())


class TestRole:
    def test_a_stranger_reads_a_public_project_and_no_more(self, outsider: User, owner: User) -> None:
        project = ProjectFactory(owner=owner, public=True)
        assert role_of(acting(outsider), project) is Role.READER
        with pytest.raises(Denied):
            require(acting(outsider), Capability.WRITE, project)

    @pytest.mark.parametrize(
        ("direct", "through", "public", "highest"),
        [
            (None, Role.WRITER, False, Role.WRITER),
            (Role.READER, Role.MODERATOR, False, Role.MODERATOR),
            (Role.MODERATOR, Role.READER, False, Role.MODERATOR),
            (None, Role.OWNER, True, Role.OWNER),
            (None, None, True, Role.READER),
            (Role.WRITER, None, True, Role.WRITER),
            (None, None, False, None),
        ],
    )
    def test_the_highest_of_all_counts(
        self, outsider: User, direct: Role | None, through: Role | None, public: bool, highest: Role | None
    ) -> None:
        organization = OrganizationFactory()
        project = ProjectFactory(organization=organization, public=public)
        if direct:
            MembershipFactory(project=project, user=outsider, role=direct)
        if through:
            OrganizationMembershipFactory(organization=organization, user=outsider, role=through)
        assert role_of(acting(outsider), project) is highest
        if highest:
            assert role_of(acting(outsider), project_for(acting(outsider), project.id)) is highest

    def test_another_organization_gives_nothing(self, outsider: User) -> None:
        OrganizationMembershipFactory(user=outsider, role=Role.OWNER)
        assert role_of(acting(outsider), ProjectFactory(organization=OrganizationFactory())) is None
        assert role_of(acting(outsider), ProjectFactory()) is None

    def test_what_came_through_the_door_costs_no_query(
        self, actors: Actors, project: Project, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        seen = project_for(actors.writer, project.id)
        with django_assert_num_queries(0):
            require(actors.writer, Capability.WRITE, seen)
            assert not can(actors.writer, Capability.MODERATE, seen)

    def test_the_doors_answer_is_for_who_came_through_it_alone(self, actors: Actors, project: Project) -> None:
        seen = project_for(actors.owner, project.id)
        assert role_of(actors.writer, seen) is Role.WRITER
        assert role_of(actors.outsider, seen) is None

    def test_a_fresh_role_is_todays(self, actors: Actors, project: Project, writer: User) -> None:
        seen = project_for(actors.writer, project.id)
        project.memberships.filter(user=writer).delete()
        assert role_of(actors.writer, seen) is Role.WRITER
        assert fresh_role(writer.id, seen) is None


class TestSentences:
    """An agent can act on what it is told, and can tell the three causes apart."""

    def refusal(self, user: User, project: Project, capability: Capability, **limits: bool) -> str:
        with pytest.raises(Denied) as refused:
            require(acting_through(AgentFactory(owner=user, **limits)), capability, project)
        return refused.value.message

    def test_the_role_is_too_low(self, writer: User, project: Project) -> None:
        message = self.refusal(writer, project, Capability.MODERATE)
        assert "Your role here is writer" in message
        assert "make you moderator" in message

    def test_the_key_is_read_only(self, owner: User, project: Project) -> None:
        assert "read-only" in self.refusal(owner, project, Capability.WRITE, read_only=True)

    def test_the_key_always_needs_review(self, owner: User, project: Project) -> None:
        assert "always needs review" in self.refusal(owner, project, Capability.MODERATE, review_always=True)

    def test_a_role_too_low_comes_before_a_key_that_needs_review(self, reader: User, project: Project) -> None:
        message = self.refusal(reader, project, Capability.MODERATE, review_always=True)
        assert "Your role here is reader" in message

    def test_a_read_only_key_is_refused_before_anything_is_looked_up(
        self, owner: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        agent = AgentFactory(owner=owner, read_only=True)
        with django_assert_num_queries(0), pytest.raises(Denied, match="read-only") as refused:
            require_writing_key(acting_through(agent))
        assert refused.value.data == {"missing": "write"}
        require_writing_key(acting(owner))
