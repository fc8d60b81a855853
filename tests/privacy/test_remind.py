"""A request that nobody decides is mailed to whoever decides it, once, after three days."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from conderis.accounts.models import User
from conderis.outbox.models import Mail
from privacy.models import DeletionRequest
from privacy.services.remind import BATCH, remind
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.factories import MembershipFactory, OrganizationFactory, OrganizationMembershipFactory, UserFactory

DAY = timedelta(days=1)


def later(days: int) -> int:
    with time_machine.travel(timezone.now() + days * DAY, tick=False):
        return remind()


def test_owners_are_mailed_once(as_writer: Caller, owner: User, project: Project) -> None:
    second, through = UserFactory(email="fay@example.org"), UserFactory(email="gil@example.org")
    MembershipFactory(project=project, user=second, role=Role.OWNER)
    project.organization = OrganizationFactory()
    project.save()
    OrganizationMembershipFactory(organization=project.organization, user=through, role=Role.OWNER)
    MembershipFactory(project=project, user=UserFactory(is_active=False), role=Role.OWNER)
    number = as_writer.task("T canary-title-1")
    as_writer.call("item_delete", number=number, reason="canary-reason-2")
    assert later(2) == 0
    assert later(3) == 1
    mails = list(Mail.objects.order_by("to"))
    assert [mail.to for mail in mails] == ["ada@example.org", "fay@example.org", "gil@example.org"]
    for mail in mails:
        assert "canary" not in mail.subject + mail.text
        assert f"#{number}" in mail.text
        assert f"/privacy/{DeletionRequest.objects.get().pk}/" in mail.text
    assert later(9) == 0


def test_who_may_not_decide_it_is_not_asked_to(as_owner: Caller, project: Project) -> None:
    project.deletion_needs_two = True
    project.save()
    second = UserFactory()
    MembershipFactory(project=project, user=second, role=Role.OWNER)
    as_owner.call("item_delete", number=as_owner.task(), reason="r")
    later(3)
    assert Mail.objects.get().to == second.email


def test_of_what_is_private_the_author(as_writer: Caller, writer: User, owner: User) -> None:
    as_writer.call("item_delete", number=as_writer.memory(visibility="private"), reason="r")
    as_writer.call("item_delete", projectId=None, ref=as_writer.personal(), reason="r")
    assert later(4) == 2
    assert {mail.to for mail in Mail.objects.all()} == {writer.email}


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_not_of_what_was_decided(as_writer: Caller, owner: User, status: str) -> None:
    as_writer.call("item_delete", number=as_writer.task(), reason="r")
    DeletionRequest.objects.update(status=status, decided_at=timezone.now(), decided_by=owner)
    assert later(4) == 0


def test_in_bounded_batches(as_writer: Caller) -> None:
    number = as_writer.task()
    as_writer.call("item_delete", number=number, reason="r")
    [one] = DeletionRequest.objects.all()
    DeletionRequest.objects.bulk_create(
        DeletionRequest(project=one.project, item=one.item, version=n, asked_by=one.asked_by, asked_at=one.asked_at)
        for n in range(BATCH + 4)
    )
    assert [later(3), later(3), later(3)] == [BATCH, 5, 0]
