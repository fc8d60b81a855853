"""A person leaves for good; what they wrote stays."""

from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from conderis.accounts.models import Agent, User
from conderis.accounts.selectors import actor_for_key, names_for, signature
from conderis.accounts.services.create_agent import create_agent
from conderis.core.errors import Conflict, Denied, Invalid, Missing, RateLimited
from conderis.outbox.models import Mail
from projects.capabilities import Role
from projects.models import Membership, OrganizationMembership, Project
from projects.services.archive_project import archive_project
from projects.services.close_account import close_account
from tests.accounts.signing_in import ADA, PASSWORD, account, has_codes, is_signed_in, sign_in, switch_codes_on, text
from tests.calls import Caller
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
from tests.together import together


@pytest.fixture
def ada(db: None) -> User:
    return account(name="Ada Lovelace")


def close(user: User, password: object = PASSWORD) -> None:
    close_account(actor=acting(user), password=password)


class TestWhatGoes:
    def test_nobody_is_signed_in_or_acts_for_them(self, ada: User, client: Client) -> None:
        sign_in(client)
        _, key = create_agent(actor=acting(ada), name="ada's laptop")
        close(ada)
        assert not is_signed_in(client)
        assert actor_for_key(key) is None
        assert Agent.objects.get().revoked_at is not None
        assert "is wrong" in text(sign_in(Client()))
        User.objects.update(is_active=True)
        assert not is_signed_in(client)
        assert "is wrong" in text(sign_in(Client()))

    def test_no_row_says_who_it_was(self, ada: User, client: Client) -> None:
        switch_codes_on(ada)
        AgentFactory(owner=ada, name="ada's laptop")
        Mail.objects.create(to="ADA@example.org", created_at=timezone.now())
        client.force_login(UserFactory(is_staff=True, is_superuser=True, email="op@example.org", name="Op"))
        client.post(f"/admin/accounts/user/{ada.pk}/change/", {"email": ADA, "name": "Ada Byron", "is_active": "on"})
        close(ada)
        assert not EmailAddress.objects.exists()
        assert not has_codes(ada)
        rows = [*User.objects.values(), *Agent.objects.values(), *LogEntry.objects.values(), *Mail.objects.values()]
        assert "ada" not in repr(rows).lower()

    def test_their_address_is_free(self, ada: User) -> None:
        close(ada)
        again = account(name="Ada")
        assert again.pk != ada.pk
        assert sign_in(Client())["Location"] == "/"

    def test_nobody_can_be_in_the_way(self, ada: User) -> None:
        UserFactory(email=f"{ada.pk}@former.invalid")
        close(ada)
        assert not User.objects.get(pk=ada.pk).is_active

    def test_their_roles_go(self, ada: User) -> None:
        MembershipFactory(user=ada, role=Role.WRITER)
        OrganizationMembershipFactory(user=ada)
        close(ada)
        assert not Membership.objects.filter(user=ada).exists()
        assert not OrganizationMembership.objects.filter(user=ada).exists()

    def test_they_are_no_operator_any_more(self, db: None) -> None:
        close(account(admin=True))
        left = User.objects.get()
        assert (left.is_active, left.is_staff, left.is_superuser) == (False, False, False)


def test_what_they_wrote_is_a_former_members(project: Project, as_owner: Caller) -> None:
    zoe = account("zoe@example.org", name="Zoe")
    MembershipFactory(project=project, user=zoe, role=Role.WRITER)
    agent = AgentFactory(owner=zoe, name="zoe's laptop")
    number = Caller(acting_through(agent), project.id).task("Warm the cache")
    close(zoe)
    assert as_owner.get(number)["createdBy"] == {
        "ref": zoe.ref,
        "name": "former member",
        "via": {"ref": agent.ref, "name": "agent"},
    }
    assert signature(zoe.id, None, names_for([zoe.id]))["name"] == "former member"


class TestRefusals:
    @pytest.mark.parametrize(("password", "refusal"), [("wrong", Invalid), ("", Missing), (None, Missing)])
    def test_it_takes_the_password(self, ada: User, password: object, refusal: type[Exception]) -> None:
        with pytest.raises(refusal) as refused:
            close(ada, password)
        assert refused.value.data["field"] == "password"
        assert sign_in(Client())["Location"] == "/"

    def test_it_is_not_guessed(self, ada: User) -> None:
        for _ in range(60):
            with pytest.raises(Invalid):
                close(ada, "wrong")
        with pytest.raises(RateLimited):
            close(ada)

    def test_an_agent_closes_nothing(self, ada: User) -> None:
        with pytest.raises(Denied):
            close_account(actor=acting_through(AgentFactory(owner=ada)), password=PASSWORD)

    def test_others_are_not_left_without_an_owner(self, ada: User) -> None:
        for name in ("Lighthouse", "Harbour"):
            MembershipFactory(project=ProjectFactory(owner=ada, name=name))
        organization = OrganizationFactory(name="Coast guard")
        OrganizationMembershipFactory(organization=organization, user=ada, role=Role.OWNER)
        OrganizationMembershipFactory(organization=organization)
        with pytest.raises(Conflict) as refused:
            close(ada)
        assert all(name in refused.value.message for name in ("Lighthouse", "Harbour", "Coast guard"))
        assert User.objects.get(pk=ada.pk).is_active
        assert Membership.objects.filter(user=ada).count() == 2

    def test_a_project_of_ones_own_is_archived_first(self, ada: User) -> None:
        project = ProjectFactory(owner=ada)
        with pytest.raises(Conflict, match="archive"):
            close(ada)
        archive_project(actor=acting(ada), project=project)
        OrganizationMembershipFactory(user=ada, role=Role.OWNER)
        close(ada)
        assert not Membership.objects.exists()

    def test_an_archived_one_keeps_an_owner_for_its_readers(self, ada: User) -> None:
        MembershipFactory(project=ProjectFactory(owner=ada, archived_at=timezone.now()))
        with pytest.raises(Conflict):
            close(ada)

    def test_an_owner_who_is_disabled_does_not_count(self, ada: User) -> None:
        project = ProjectFactory(owner=ada)
        MembershipFactory(project=project)
        MembershipFactory(project=project, role=Role.OWNER, user__is_active=False)
        with pytest.raises(Conflict):
            close(ada)


class TestWithOthers:
    def test_another_owner_is_enough(self, ada: User) -> None:
        MembershipFactory(project=ProjectFactory(owner=ada), role=Role.OWNER)
        close(ada)
        assert not User.objects.get(pk=ada.pk).is_active

    @pytest.mark.django_db(transaction=True)
    def test_of_two_owners_at_the_same_moment_one_stays(self) -> None:
        for n in range(3):
            ada, bea = account(f"ada{n}@example.org"), account(f"bea{n}@example.org")
            project = ProjectFactory(owner=ada)
            MembershipFactory(project=project, user=bea, role=Role.OWNER)
            MembershipFactory(project=project)
            results = together(partial(close, ada), partial(close, bea))
            assert sorted(isinstance(result, Conflict) for result in results) == [False, True]
            assert project.memberships.filter(role=Role.OWNER, user__is_active=True).count() == 1
