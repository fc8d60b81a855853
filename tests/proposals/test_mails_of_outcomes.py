"""Who wants it gets one mail of each decision on their proposals, with the reason; nobody else gets any."""

from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import transaction

from conderis.accounts.models import User
from conderis.celery import app
from conderis.outbox.models import Mail
from conderis.outbox.services.send_due import send_due
from conderis.outbox.tasks import send_mails
from tests.calls import Caller

WHY = "Measured: it is warm on deploy."


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    settings.SENDS_MAIL = True


@pytest.fixture
def wants_mail(writer: User) -> User:
    User.objects.filter(pk=writer.pk).update(mails_outcomes=True)
    return writer


def propose(caller: Caller) -> str:
    fields = {"title": "CANARY title", "summary": "CANARY summary"}
    ref: str = caller.call("item_store", kind="memory", fields=fields, propose=True)["ref"]
    return ref


@pytest.mark.parametrize(("action", "outcome"), [("approve", "approved"), ("reject", "rejected")])
def test_one_mail_with_outcome_reason_and_link(
    as_writer: Caller, as_moderator: Caller, wants_mail: User, mailoutbox: list[EmailMessage], action: str, outcome: str
) -> None:
    ref = propose(as_writer)
    as_moderator.call("item_action", ref=ref, action=action, reason=WHY)
    assert (send_due(), send_due()) == (1, 0)
    [mail] = mailoutbox
    assert (mail.to, mail.subject) == ([wants_mail.email], f"{ref} was {outcome}")
    for said in (f"Bea {outcome} your proposal", "in Lighthouse", WHY, f"/proposals/{ref.partition(':')[2]}/"):
        assert said in mail.body, said
    assert "CANARY" not in mail.body


def test_none_for_who_didnt_ask(as_writer: Caller, as_moderator: Caller) -> None:
    as_moderator.call("item_action", ref=propose(as_writer), action="reject", reason=WHY)
    assert not Mail.objects.exists()


def test_none_for_ones_own_decision(as_writer: Caller, as_moderator: Caller, wants_mail: User, moderator: User) -> None:
    User.objects.filter(pk=moderator.pk).update(mails_outcomes=True)
    as_writer.call("item_action", ref=propose(as_writer), action="withdraw")
    as_moderator.call("item_action", ref=propose(as_moderator), action="approve")
    assert not Mail.objects.exists()


def test_none_for_a_disabled_account(as_writer: Caller, as_moderator: Caller, wants_mail: User) -> None:
    ref = propose(as_writer)
    User.objects.filter(pk=wants_mail.pk).update(is_active=False)
    as_moderator.call("item_action", ref=ref, action="reject", reason=WHY)
    assert not Mail.objects.exists()


def test_none_where_the_decision_was_refused(as_writer: Caller, as_moderator: Caller, wants_mail: User) -> None:
    ref = propose(as_writer)
    as_moderator.refused("missing", "item_action", ref=ref, action="reject", reason=" ")
    as_moderator.call("item_action", ref=ref, action="reject", reason=WHY)
    as_moderator.refused("conflict", "item_action", ref=ref, action="approve")
    assert Mail.objects.count() == 1


def test_it_is_posted_in_the_decisions_transaction(as_writer: Caller, as_moderator: Caller, wants_mail: User) -> None:
    ref = propose(as_writer)
    with transaction.atomic():
        as_moderator.call("item_action", ref=ref, action="reject", reason=WHY)
        transaction.set_rollback(True)
    assert not Mail.objects.exists()


def test_without_a_mail_server_it_is_printed_without_the_reason(
    as_writer: Caller, as_moderator: Caller, wants_mail: User, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SENDS_MAIL = False
    settings.EMAIL_BACKEND = "conderis.core.mail.Printed"
    ref = propose(as_writer)
    as_moderator.call("item_action", ref=ref, action="reject", reason=WHY)
    capsys.readouterr()
    send_mails()
    printed = capsys.readouterr()
    assert f"{ref} was rejected" in printed.err
    assert f"/proposals/{ref.partition(':')[2]}/" in printed.err
    assert "Measured" not in printed.err
    assert "CANARY" not in printed.err
    assert printed.out == ""
    assert Mail.objects.get().text == ""


def test_the_beat_sends_whether_there_is_a_mail_server_or_not() -> None:
    names = {each["task"] for each in app.conf.beat_schedule.values()}
    assert {"conderis.outbox.tasks.send_mails", "conderis.outbox.tasks.remove_old_mails"} <= names
