"""An owner invites an address, sees what is open, and takes it back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from conderis.accounts.keys import hash_of
from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound, RateLimited
from conderis.outbox.models import Mail
from conderis.outbox.services.send_due import send_due
from projects.capabilities import Role
from projects.models import Invitation, Place, Project
from projects.selectors.invitations import by_token, invitation_for, invited, open_invitations
from projects.services.invite import MOST_OPEN, invite
from projects.services.remove_expired_invitations import remove_expired_invitations
from projects.services.withdraw_invitation import withdraw_invitation
from projects.tokens import new_token
from tests.conftest import Actors
from tests.factories import (
    AgentFactory,
    OrganizationFactory,
    OrganizationMembershipFactory,
    UserFactory,
    acting,
    acting_through,
)
from tests.projects.links import mailed
from tests.together import together

FAY = "fay@example.org"
NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def mail_server(settings: Any) -> None:
    settings.SENDS_MAIL = True


def open_ones(user: User, place: Place) -> list[tuple[str, int]]:
    return [(each.email, each.role) for each in open_invitations(acting(user), place)]


class TestInvite:
    def test_to_a_project_and_to_an_organization(self, owner: User, project: Project) -> None:
        organization = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        for place in (project, organization):
            made, token = invite(actor=acting(owner), place=place, email=FAY, role=Role.WRITER)
            assert made.place == place
            assert made.expires_at - made.invited_at == timedelta(days=14)
            assert by_token(token) == made
            assert open_ones(owner, place) == [(FAY, Role.WRITER)]

    def test_the_tokens_are_stored_as_hashes_alone(self, owner: User, project: Project, mail_server: None) -> None:
        made, token = invite(actor=acting(owner), place=project, email=FAY, role=Role.WRITER)
        by_mail = mailed(made)
        assert by_mail != token
        row = str(Invitation.objects.values().get())
        assert token not in row
        assert by_mail not in row
        assert hash_of(token) in row
        assert token not in str(Mail.objects.values().get())

    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_it_requires_own(self, actors: Actors, project: Project, who: str) -> None:
        with pytest.raises(Denied) as refused:
            invite(actor=actors[who], place=project, email=FAY, role=Role.READER)
        assert refused.value.data["missing"] == "own"

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project) -> None:
        for place in (project, OrganizationFactory()):
            with pytest.raises(NotFound):
                invite(actor=actors.outsider, place=place, email=FAY, role=Role.READER)

    @pytest.mark.parametrize("limit", ["read_only", "review_always"])
    def test_a_limited_key_invites_nobody(self, owner: User, project: Project, limit: str) -> None:
        actor = acting_through(AgentFactory(owner=owner, **{limit: True}))
        with pytest.raises(Denied):
            invite(actor=actor, place=project, email=FAY, role=Role.READER)

    @pytest.mark.parametrize(
        ("email", "refusal"),
        [("", Missing), (" ", Missing), ("fay", Invalid), ("fay@example.org\nBcc: all@example.org", Invalid)],
    )
    def test_an_address_is_one(self, owner: User, project: Project, email: str, refusal: type[Exception]) -> None:
        with pytest.raises(refusal):
            invite(actor=acting(owner), place=project, email=email, role=Role.READER)
        assert not Invitation.objects.exists()

    def test_a_members_address_is_a_conflict(self, owner: User, project: Project, writer: User) -> None:
        for email in (writer.email, writer.email.upper()):
            with pytest.raises(Conflict, match="a member of the project already"):
                invite(actor=acting(owner), place=project, email=email, role=Role.OWNER)

    def test_who_is_in_through_the_organization_may_get_a_role_of_their_own(
        self, owner: User, outsider: User, project: Project
    ) -> None:
        project.organization = OrganizationMembershipFactory(user=outsider).organization
        project.save()
        assert invite(actor=acting(owner), place=project, email=outsider.email, role=Role.WRITER)

    def test_whether_an_address_has_an_account_makes_no_difference(
        self, owner: User, outsider: User, project: Project, mail_server: None
    ) -> None:
        texts = []
        for email in (outsider.email, FAY):
            made, token = invite(actor=acting(owner), place=project, email=email, role=Role.READER)
            texts.append(mailed(made) and Mail.objects.get(to=email).text.replace(mailed(made), "TOKEN"))
            assert invited(token, acting(owner)).can_sign_up is False
        assert texts[0] == texts[1]

    def test_the_database_holds_each_to_one_place(self, owner: User, project: Project) -> None:
        fields: dict[str, Any] = {"email": FAY, "role": 1, "invited_by": owner, "invited_at": timezone.now()}
        fields |= {
            "expires_at": timezone.now(),
            "link_hash": "a",
            "mail_hash": "b",
            "organization": OrganizationFactory(),
        }
        with pytest.raises(IntegrityError, match="invitation_to_one_place"):
            Invitation.objects.create(**fields, project=project)


class TestAgain:
    def test_it_is_renewed_with_the_new_role_and_the_old_links_end(
        self, owner: User, project: Project, mail_server: None
    ) -> None:
        with time_machine.travel(NOON, tick=False):
            first, token = invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)
            old = [token, mailed(first)]
        with time_machine.travel(NOON + timedelta(days=10), tick=False):
            again, token = invite(actor=acting(owner), place=project, email="Fay@Example.org", role=Role.MODERATOR)
            assert again == first
            assert again.expires_at == NOON + timedelta(days=24)
            assert open_ones(owner, project) == [("Fay@example.org", Role.MODERATOR)]
            for gone in old:
                with pytest.raises(NotFound):
                    by_token(gone)
            assert by_token(token) == by_token(mailed(again)) == again

    def test_an_expired_one_is_renewed_too(self, owner: User, project: Project) -> None:
        with time_machine.travel(NOON, tick=False):
            invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)
        with time_machine.travel(NOON + timedelta(days=15), tick=False):
            assert open_ones(owner, project) == []
            invite(actor=acting(owner), place=project, email=FAY, role=Role.WRITER)
            assert open_ones(owner, project) == [(FAY, Role.WRITER)]

    def test_the_mail_of_before_isnt_sent_any_more(
        self, owner: User, project: Project, mail_server: None, mailoutbox: list[EmailMessage]
    ) -> None:
        for role in (Role.READER, Role.WRITER):
            made, _ = invite(actor=acting(owner), place=project, email=FAY, role=role)
        token = mailed(made)
        assert send_due() == 1
        assert token in str(mailoutbox[0].body)

    @pytest.mark.django_db(transaction=True)
    def test_two_at_the_same_moment_are_one(self, owner: User, project: Project) -> None:
        results = together(*[lambda: invite(actor=acting(owner), place=project, email=FAY, role=Role.WRITER)] * 4)
        assert len({made.pk for made, _ in results}) == Invitation.objects.count() == 1


class TestBounds:
    def test_fifty_are_open_at_most_and_renewing_counts_nothing(self, owner: User, project: Project) -> None:
        def ask(place: int) -> None:
            invite(actor=acting(owner), place=project, email=f"fay-{place}@example.org", role=Role.READER)

        with time_machine.travel(NOON, tick=False):
            for place in range(MOST_OPEN):
                ask(place)
            ask(0)
            with pytest.raises(Conflict, match="50 open invitations"):
                ask(MOST_OPEN)
            withdraw_invitation(actor=acting(owner), invitation=Invitation.objects.all()[0])
            ask(MOST_OPEN)
        with time_machine.travel(NOON + timedelta(days=15), tick=False):
            ask(MOST_OPEN + 1)

    def test_mails_are_bounded_whatever_is_withdrawn(self, owner: User, project: Project, mail_server: None) -> None:
        with pytest.raises(RateLimited):  # noqa: PT012
            for _ in range(1_000):
                made, _token = invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)
                send_due()
                withdraw_invitation(actor=acting(owner), invitation=made)
        assert Mail.objects.count() == 100


class TestMail:
    def test_it_says_who_where_and_as_what(
        self, owner: User, project: Project, mail_server: None, settings: Any, mailoutbox: list[EmailMessage]
    ) -> None:
        with time_machine.travel(NOON, tick=False):
            made, _ = invite(actor=acting(owner), place=project, email=FAY, role=Role.WRITER)
            link = f"{settings.PUBLIC_URL}/invitations/{mailed(made)}/"
            send_due()
        [mail] = mailoutbox
        assert mail.to == [FAY]
        assert mail.subject == "Ada invites you to Lighthouse"
        for said in ("the project Lighthouse", "as writer", "15 June 2030", link):
            assert said in mail.body
        assert owner.email not in mail.body
        assert Mail.objects.get().text == ""

    def test_names_are_cut_and_stay_on_one_line(
        self, owner: User, project: Project, mail_server: None, mailoutbox: list[EmailMessage]
    ) -> None:
        User.objects.update(name="A" * 100)
        Project.objects.update(name="L" * 200)
        invite(actor=acting(owner), place=project, email=FAY, role=Role.WRITER)
        send_due()
        assert len(mailoutbox[0].subject) < 150
        assert "\n" not in mailoutbox[0].subject

    def test_without_a_mail_server_there_is_the_link_to_copy(self, owner: User, project: Project) -> None:
        made, token = invite(actor=acting(owner), place=project, email=FAY, role=Role.WRITER)
        assert made.mail is None
        assert by_token(token) == made


class TestOpenOnes:
    @pytest.mark.parametrize("who", ["moderator", "writer", "reader"])
    def test_the_addresses_are_for_owners_alone(self, actors: Actors, project: Project, who: str) -> None:
        made, _ = invite(actor=actors.owner, place=project, email=FAY, role=Role.READER)
        tries: list[Callable[[], object]] = [
            lambda: open_invitations(actors[who], project),
            lambda: invitation_for(actors[who], project, made.pk),
            lambda: withdraw_invitation(actor=actors[who], invitation=made),
        ]
        for tried in tries:
            with pytest.raises(Denied) as refused:
                tried()
            assert FAY not in str(refused.value.as_dict())
        assert Invitation.objects.get() == made

    def test_an_outsider_learns_nothing(self, actors: Actors, project: Project) -> None:
        made, _ = invite(actor=actors.owner, place=project, email=FAY, role=Role.READER)
        with pytest.raises(NotFound):
            open_invitations(actors.outsider, project)
        with pytest.raises(NotFound):
            withdraw_invitation(actor=actors.outsider, invitation=made)

    def test_another_places_isnt_there(self, owner: User, project: Project) -> None:
        other = OrganizationMembershipFactory(user=owner, role=Role.OWNER).organization
        made, _ = invite(actor=acting(owner), place=other, email=FAY, role=Role.READER)
        assert invitation_for(acting(owner), other, made.pk) == made
        for ident in (made.pk, "aaaaaaaaaaaa", "\0", None):
            with pytest.raises(NotFound):
                invitation_for(acting(owner), project, ident)

    @pytest.mark.parametrize("size", [1, 20])
    def test_they_come_in_one_query_behind_the_role(
        self, owner: User, project: Project, size: int, django_assert_num_queries: Any
    ) -> None:
        for place in range(size):
            invite(actor=acting(owner), place=project, email=f"fay-{place}@example.org", role=Role.READER)
        with django_assert_num_queries(2):
            shown = [(each.invited_by.name, each.mail) for each in open_invitations(acting(owner), project)]
        assert shown == [("Ada", None)] * size


class TestWithdraw:
    def test_its_links_end_and_its_mail_isnt_sent(self, owner: User, project: Project, mail_server: None) -> None:
        made, token = invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)
        by_mail = mailed(made)
        withdraw_invitation(actor=acting(owner), invitation=made)
        withdraw_invitation(actor=acting(owner), invitation=made)
        assert not Mail.objects.exists()
        for gone in (token, by_mail):
            with pytest.raises(NotFound):
                by_token(gone)


def test_used_expired_withdrawn_and_unknown_read_the_same(owner: User, project: Project) -> None:
    answers = []
    with time_machine.travel(NOON, tick=False):
        expired = invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)[1]
    with time_machine.travel(NOON + timedelta(days=14), tick=False):
        made, withdrawn = invite(actor=acting(owner), place=project, email="gil@example.org", role=Role.READER)
        withdraw_invitation(actor=acting(owner), invitation=made)
        for token in (expired, withdrawn, new_token(), "", "x" * 10_000, "\0", None, 7):
            with pytest.raises(NotFound) as refused:
                by_token(token)
            answers.append(refused.value.as_dict())
    assert all(answer == answers[0] for answer in answers)
    assert "Lighthouse" not in str(answers)


def test_expired_ones_are_forgotten(owner: User, project: Project) -> None:
    with time_machine.travel(NOON, tick=False):
        invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)
    with time_machine.travel(NOON + timedelta(days=13), tick=False):
        assert remove_expired_invitations() == 0
    with time_machine.travel(NOON + timedelta(days=14), tick=False):
        assert remove_expired_invitations() == 1


def test_the_admin_shows_neither_address_nor_token(owner: User, project: Project, client: Client) -> None:
    made, _ = invite(actor=acting(owner), place=project, email=FAY, role=Role.READER)
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    for address in ("", f"{made.pk}/change/", f"?q={project.id}"):
        page = client.get(f"/admin/projects/invitation/{address}")
        assert page.status_code == 200
        assert "Lighthouse" in page.content.decode()
        for hidden in (FAY, made.link_hash, made.mail_hash):
            assert hidden not in page.content.decode()
    assert client.post(f"/admin/projects/invitation/{made.pk}/delete/", {"post": "yes"}).status_code == 403
