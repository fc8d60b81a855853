"""Whoever holds an open link joins, signed in or signing up with the invited address."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, NotFound
from projects.capabilities import Role
from projects.models import Invitation, Membership, Project
from projects.permissions import role_of
from projects.selectors import project_for
from projects.selectors.invitations import invited
from projects.services.accept_by_signing_up import accept_by_signing_up
from projects.services.accept_invitation import accept_invitation
from projects.services.invite import invite
from projects.services.set_role import set_role
from projects.services.withdraw_invitation import withdraw_invitation
from tests.factories import (
    AgentFactory,
    OrganizationMembershipFactory,
    ProjectFactory,
    UserFactory,
    acting,
    acting_through,
)
from tests.projects.links import mailed
from tests.together import together

FAY = "fay@example.org"
PASSWORD = "correct-horse-7"
NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    settings.SENDS_MAIL = True


@pytest.fixture
def fay(db: None) -> User:
    user: User = UserFactory(name="Fay", email=FAY)
    return user


def invited_to(project: Project, role: Role = Role.WRITER, email: str = FAY) -> tuple[Invitation, str]:
    return invite(actor=acting(project.created_by), place=project, email=email, role=role)


class TestSignedIn:
    @pytest.mark.parametrize("by_mail", [True, False])
    def test_with_the_invited_address_by_either_link(self, fay: User, project: Project, by_mail: bool) -> None:
        invitation, token = invited_to(project)
        token = mailed(invitation) if by_mail else token
        assert invited(token, acting(fay)).mine
        assert accept_invitation(actor=acting(fay), token=token) == project
        assert role_of(acting(fay), project) is Role.WRITER
        assert not Invitation.objects.exists()

    def test_its_case_doesnt_count(self, fay: User, project: Project) -> None:
        _, token = invited_to(project, email="FAY@Example.ORG")
        assert accept_invitation(actor=acting(fay), token=token) == project

    def test_into_an_organization(self, fay: User, owner: User) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        project = ProjectFactory(organization=organization)
        _, token = invite(actor=acting(owner), place=organization, email=FAY, role=Role.MODERATOR)
        assert accept_invitation(actor=acting(fay), token=token) == organization
        assert project_for(acting(fay), project.id).seen_as == Role.MODERATOR

    def test_under_another_address_nobody_joins(self, outsider: User, project: Project) -> None:
        invitation, token = invited_to(project)
        for each in (token, mailed(invitation)):
            assert not invited(each, acting(outsider)).mine
            with pytest.raises(Denied, match="Sign in with the address that it was sent to, or sign up with it") as no:
                accept_invitation(actor=acting(outsider), token=each)
            assert FAY not in str(no.value.as_dict())
        assert role_of(acting(outsider), project) is None
        assert Invitation.objects.get() == invitation

    def test_an_agent_accepts_nothing(self, fay: User, project: Project) -> None:
        _, token = invited_to(project)
        with pytest.raises(Denied):
            accept_invitation(actor=acting_through(AgentFactory(owner=fay)), token=token)

    def test_a_disabled_person_accepts_nothing(self, fay: User, project: Project) -> None:
        _, token = invited_to(project)
        User.objects.filter(pk=fay.pk).update(is_active=False)
        with pytest.raises(Denied):
            accept_invitation(actor=acting(fay), token=token)

    @pytest.mark.parametrize(
        ("before", "offered", "after"),
        [(Role.OWNER, Role.READER, Role.OWNER), (Role.READER, Role.OWNER, Role.OWNER), (Role.WRITER,) * 3],
    )
    def test_a_role_is_never_lowered(
        self, fay: User, project: Project, before: Role, offered: Role, after: Role
    ) -> None:
        _, token = invited_to(project, offered)
        set_role(project=project, user=fay, role=before)
        accept_invitation(actor=acting(fay), token=token)
        assert role_of(acting(fay), project) is after

    def test_the_invited_role_is_the_last_one(self, fay: User, project: Project) -> None:
        invited_to(project, Role.OWNER)
        _, token = invited_to(project, Role.READER)
        accept_invitation(actor=acting(fay), token=token)
        assert role_of(acting(fay), project) is Role.READER


class TestNotOpen:
    def test_it_is_used_once(self, fay: User, project: Project) -> None:
        invitation, token = invited_to(project)
        links = (token, mailed(invitation))
        accept_invitation(actor=acting(fay), token=token)
        set_role(project=project, user=fay, role=None)
        for each in links:
            with pytest.raises(NotFound):
                accept_invitation(actor=acting(fay), token=each)
            with pytest.raises(NotFound):
                invited(each, acting(fay))
        assert role_of(acting(fay), project) is None

    def test_expired_or_withdrawn_it_opens_nothing(self, fay: User, project: Project) -> None:
        with time_machine.travel(NOON, tick=False):
            invitation, token = invited_to(project)
            by_mail = mailed(invitation)
        with time_machine.travel(NOON + timedelta(days=14), tick=False):
            with pytest.raises(NotFound):
                accept_invitation(actor=acting(fay), token=token)
            with pytest.raises(NotFound):
                accept_by_signing_up(token=by_mail, name="Fay", password=PASSWORD)
        with time_machine.travel(NOON, tick=False):
            withdraw_invitation(actor=acting(project.created_by), invitation=invitation)
            with pytest.raises(NotFound):
                accept_invitation(actor=acting(fay), token=token)

    @pytest.mark.django_db(transaction=True)
    def test_two_acceptances_at_the_same_moment_are_one_membership(self, fay: User, project: Project) -> None:
        for _ in range(5):
            invitation, token = invited_to(project)
            by_mail = mailed(invitation)
            results = together(
                *(
                    partial(accept_invitation, actor=acting(fay), token=each)
                    for each in (token, token, by_mail, by_mail)
                )
            )
            assert sum(result == project for result in results) == 1, results
            assert sum(isinstance(result, NotFound) for result in results) == 3, results
            Membership.objects.get(user=fay).delete()

    @pytest.mark.django_db(transaction=True)
    def test_accepting_and_withdrawing_at_the_same_moment(self, fay: User, project: Project) -> None:
        for _ in range(5):
            invitation, token = invited_to(project)
            accepted, withdrawn = together(
                partial(accept_invitation, actor=acting(fay), token=token),
                partial(withdraw_invitation, actor=acting(project.created_by), invitation=invitation),
            )
            assert withdrawn is None
            assert (accepted == project) is Membership.objects.filter(user=fay).exists()
            assert not Invitation.objects.exists()
            Membership.objects.filter(user=fay).delete()

    @pytest.mark.django_db(transaction=True)
    def test_accepting_while_an_owner_gives_a_role(self, fay: User, project: Project) -> None:
        for _ in range(10):
            _, token = invited_to(project)
            results = together(
                partial(accept_invitation, actor=acting(fay), token=token),
                partial(set_role, project=project, user=fay, role=Role.MODERATOR),
            )
            assert not any(isinstance(result, Exception) for result in results), results
            assert role_of(acting(fay), project) is Role.MODERATOR
            Membership.objects.get(user=fay).delete()


class TestSigningUp:
    def test_the_link_of_the_mail_makes_an_account_that_is_usable_at_once(self, project: Project) -> None:
        invitation, _ = invited_to(project)
        token = mailed(invitation)
        assert invited(token, None).can_sign_up
        user, place = accept_by_signing_up(token=token, name="Fay", password=PASSWORD)
        assert (user.email, user.name, place) == (FAY, "Fay", project)
        assert user.is_active
        assert user.check_password(PASSWORD)
        assert not user.is_staff
        assert role_of(acting(user), project) is Role.WRITER
        assert not Invitation.objects.exists()

    def test_the_link_that_the_owner_copied_makes_none(self, project: Project) -> None:
        """Or an owner could make an account of someone else's address."""
        _, token = invited_to(project)
        assert not invited(token, None).can_sign_up
        with pytest.raises(Denied, match="Sign up with the invited address as usual"):
            accept_by_signing_up(token=token, name="Fay", password=PASSWORD)
        assert not User.objects.filter(email=FAY).exists()

    def test_without_a_mail_server_the_copied_link_makes_one_too(self, project: Project, settings: Any) -> None:
        settings.SENDS_MAIL = False
        _, token = invited_to(project)

        assert invited(token, None).can_sign_up
        user, place = accept_by_signing_up(token=token, name="Fay", password=PASSWORD)

        assert (user.email, place) == (FAY, project)

    def test_an_address_with_an_account_is_a_conflict(self, fay: User, project: Project) -> None:
        invitation, _ = invited_to(project)
        token = mailed(invitation)
        assert not invited(token, None).can_sign_up
        with pytest.raises(Conflict, match="has an account already"):
            accept_by_signing_up(token=token, name="Mallory", password=PASSWORD)
        fay.refresh_from_db()
        assert fay.name == "Fay"
        assert not fay.check_password(PASSWORD)
        assert Invitation.objects.get() == invitation

    def test_a_bad_password_leaves_the_invitation_open(self, project: Project) -> None:
        invitation, _ = invited_to(project)
        token = mailed(invitation)
        with pytest.raises(Invalid) as refused:
            accept_by_signing_up(token=token, name="Fay", password="short")
        assert refused.value.data["field"] == "password"
        assert not User.objects.filter(email=FAY).exists()
        assert accept_by_signing_up(token=token, name="Fay", password=PASSWORD)

    @pytest.mark.django_db(transaction=True)
    def test_two_at_the_same_moment_are_one_account(self, project: Project) -> None:
        invitation, _ = invited_to(project)
        sign_up = partial(accept_by_signing_up, token=mailed(invitation), name="Fay", password=PASSWORD)
        results = together(sign_up, sign_up)
        assert sorted(type(result).__name__ for result in results) == ["NotFound", "tuple"]
        assert Membership.objects.filter(user__email=FAY).count() == 1


class TestWhatTheLinkShows:
    def test_the_place_the_role_and_who_invites(self, project: Project, fay: User) -> None:
        with time_machine.travel(NOON, tick=False):
            _, token = invited_to(project)
            shown = invited(token, None)
        assert (shown.noun, shown.name, shown.role, shown.invited_by) == ("project", "Lighthouse", "writer", "Ada")
        assert shown.expires_at == NOON + timedelta(days=14)
        assert not shown.mine
        assert "@" not in str(shown)

    def test_a_disabled_persons_isnt_theirs(self, project: Project, fay: User) -> None:
        _, token = invited_to(project)
        User.objects.filter(pk=fay.pk).update(is_active=False)
        assert not invited(token, acting(fay)).mine
