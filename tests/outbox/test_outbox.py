"""Mails wait as rows, are sent by a periodic task with retries, and leave nothing of what they said behind."""

import smtplib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core import mail as django_mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client

from conderis.core.errors import RateLimited
from conderis.outbox.models import Mail
from conderis.outbox.services import send_due as sending
from conderis.outbox.services.post import MOST_AN_HOUR, post
from conderis.outbox.services.remove_old import remove_old
from conderis.outbox.services.send_due import BATCH, WAITS, send_due
from conderis.outbox.services.take_back import take_back
from tests.factories import UserFactory
from tests.together import together

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)
CANARY = "https://conderis.example.org/invitations/canary/"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    settings.SENDS_MAIL = True


def posted(**fields: Any) -> Mail:
    made = post(**{"to": "eve@example.org", "subject": "Hello", "text": CANARY, **fields})
    assert made is not None
    return made


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], None]:
    """Sending fails with this error from now on."""

    def breaks(error: Exception) -> None:
        def send(*_: Any, **__: Any) -> None:
            raise error

        monkeypatch.setattr(EmailMessage, "send", send)

    return breaks


class TestSending:
    def test_it_goes_out_once_and_its_text_is_gone(self, mailoutbox: list[EmailMessage]) -> None:
        mail = posted()
        assert (send_due(), send_due()) == (1, 0)
        [sent] = mailoutbox
        assert (sent.to, sent.subject, sent.body) == (["eve@example.org"], "Hello", CANARY)
        mail.refresh_from_db()
        assert (mail.text, mail.next_try_at, mail.attempts) == ("", None, 1)
        assert mail.sent_at is not None

    def test_nothing_that_was_rolled_back(self, mailoutbox: list[EmailMessage]) -> None:
        with transaction.atomic():
            posted()
            transaction.set_rollback(True)
        assert send_due() == 0
        assert mailoutbox == []

    def test_a_site_without_a_mail_server_keeps_none(self, settings: Any) -> None:
        settings.SENDS_MAIL = False
        assert post(to="eve@example.org", subject="Hello", text=CANARY) is None
        assert not Mail.objects.exists()

    def test_a_batch_is_bounded_and_the_oldest_goes_first(self, mailoutbox: list[EmailMessage]) -> None:
        for place in range(BATCH + 1):
            with time_machine.travel(NOON + timedelta(seconds=place), tick=False):
                posted(subject=str(place))
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            assert (send_due(), send_due()) == (BATCH, 1)
        assert [sent.subject for sent in mailoutbox] == [str(place) for place in range(BATCH + 1)]

    def test_a_subject_is_one_line(self, mailoutbox: list[EmailMessage]) -> None:
        posted(subject="Hello\r\nBcc: all@example.org \u202e")
        send_due()
        assert mailoutbox[0].subject == "Hello Bcc: all@example.org"
        assert mailoutbox[0].recipients() == ["eve@example.org"]

    def test_what_was_taken_back_isnt_sent(self, mailoutbox: list[EmailMessage]) -> None:
        take_back(posted())
        assert send_due() == 0

    def test_what_was_sent_cant_be_taken_back(self) -> None:
        mail = posted()
        send_due()
        take_back(mail)
        assert Mail.objects.get().sent_at is not None


class TestFaults:
    @pytest.mark.parametrize(
        "error",
        [
            smtplib.SMTPServerDisconnected("eve@example.org"),
            smtplib.SMTPRecipientsRefused({"eve@example.org": (550, b"unknown")}),
            TimeoutError("eve@example.org"),
            UnicodeEncodeError("ascii", "eve@example.org", 0, 1, "r"),
        ],
    )
    def test_it_is_tried_again_and_given_up_in_the_end(
        self,
        broken: Callable[[Exception], None],
        error: Exception,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        broken(error)
        now = NOON
        with time_machine.travel(now, tick=False):
            mail = posted()
        for attempt, wait in enumerate([*WAITS, None], start=1):
            with time_machine.travel(now, tick=False):
                assert send_due() == 0
                assert send_due() == 0
            mail.refresh_from_db()
            assert mail.attempts == attempt
            if wait is not None:
                assert mail.next_try_at == now + wait
                assert mail.text == CANARY
                now += wait
        assert (mail.text, mail.next_try_at, mail.sent_at) == ("", None, None)
        assert now - NOON < timedelta(hours=29)
        said = capsys.readouterr().err
        assert said.count('"outcome":"failed"') + said.count("outcome='failed'") == len(WAITS)
        assert "given up" in said
        assert type(error).__name__ in said
        assert "example.org" not in said

    def test_one_that_fails_holds_no_other_up(
        self, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
    ) -> None:
        posted(subject="bad")
        posted(subject="good")
        send = EmailMessage.send

        def picky(message: EmailMessage, *args: Any, **options: Any) -> int:
            if message.subject == "bad":
                raise smtplib.SMTPDataError(554, b"no")
            return send(message, *args, **options)

        monkeypatch.setattr(EmailMessage, "send", picky)
        assert send_due() == 1
        assert [sent.subject for sent in mailoutbox] == ["good"]

    def test_what_a_worker_took_along_when_it_died_is_due_again(
        self, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
    ) -> None:
        def die(_: Mail) -> bool:
            raise KeyboardInterrupt

        with time_machine.travel(NOON, tick=False):
            posted()
            with monkeypatch.context() as dying:
                dying.setattr(sending, "_send", die)
                with pytest.raises(KeyboardInterrupt):
                    send_due()
            assert send_due() == 0
        with time_machine.travel(NOON + WAITS[0], tick=False):
            assert send_due() == 1
        assert len(mailoutbox) == 1


@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_moment_send_each_mail_once(settings: Any) -> None:
    settings.SENDS_MAIL = True
    django_mail.outbox.clear()
    for place in range(30):
        posted(subject=str(place))
    sent = together(*[send_due] * 3)
    while again := send_due():
        sent.append(again)
    assert sum(sent) == 30
    assert sorted(int(message.subject) for message in django_mail.outbox) == list(range(30))


class TestFlood:
    def test_a_person_has_a_hundred_sent_an_hour(self) -> None:
        eve, ada = UserFactory(), UserFactory()
        send = partial(posted, on_behalf_of=eve.pk)
        with time_machine.travel(NOON, tick=False):
            for _ in range(MOST_AN_HOUR):
                send()
            with pytest.raises(RateLimited) as refused:
                send()
            assert refused.value.data["retryAfter"] > 0
            posted(on_behalf_of=ada.pk)
            posted()
        with time_machine.travel(NOON + timedelta(hours=1), tick=False):
            send()


class TestForgetting:
    def test_rows_go_after_a_week_and_what_waits_stays(self) -> None:
        with time_machine.travel(NOON, tick=False):
            posted(subject="sent")
            send_due()
            posted(subject="waits")
        with time_machine.travel(NOON + timedelta(days=6), tick=False):
            assert remove_old() == 0
        with time_machine.travel(NOON + timedelta(days=8), tick=False):
            assert remove_old() == 1
        assert [mail.subject for mail in Mail.objects.all()] == ["waits"]


def test_the_admin_shows_neither_address_nor_text(client: Client) -> None:
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    mail = posted(subject="Subject")
    for address in ("/admin/outbox/mail/", f"/admin/outbox/mail/{mail.pk}/change/"):
        page = client.get(address)
        assert page.status_code == 200
        text = page.content.decode()
        assert not any(word in text for word in ("eve@example.org", "canary", "Subject"))
    assert client.post(f"/admin/outbox/mail/{mail.pk}/delete/", {"post": "yes"}).status_code == 403
