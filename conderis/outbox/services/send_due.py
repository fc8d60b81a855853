"""Send what is due."""

from datetime import timedelta

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from conderis.core import logs, metrics
from conderis.outbox.models import Mail

BATCH = 20  # mails of one round: even with a mail server that hangs it ends before Celery's time limit
# After each try the next one is due then; after the try that follows the last of them a mail is given up.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (2, 5, 15, 60, 180, 480, 960))


def send_due() -> int:
    """How many of at most 20 due mails went out. What fails is tried again, eight times within 29 hours."""
    return sum(_send(mail) for mail in _taken())


@transaction.atomic
def _taken() -> list[Mail]:
    """The mails of this round, each with its next try noted already.

    Nothing stays locked while a mail server is waited for, and what a worker took along when it died is due again
    later: a mail may go out twice, but never not at all.
    """
    now = timezone.now()
    due = Mail.objects.filter(next_try_at__lte=now).order_by("next_try_at")
    taken = list(due.select_for_update(skip_locked=True)[:BATCH])
    for mail in taken:
        mail.next_try_at = now + WAITS[min(mail.attempts, len(WAITS) - 1)]
        mail.attempts += 1
    Mail.objects.bulk_update(taken, ["next_try_at", "attempts"])
    return taken


def _send(mail: Mail) -> bool:
    """Whether it went out. The log has neither address nor text, and of a fault only its class."""
    try:
        EmailMessage(mail.subject, mail.text, to=[mail.to]).send()
    except (OSError, ValueError) as error:  # smtplib's errors are OSErrors; an address that can't be sent is the other
        given_up = mail.attempts > len(WAITS)
        if given_up:
            _finish(mail)
        _say("given up" if given_up else "failed", mail, exception=type(error).__qualname__)
        return False
    mail.sent_at = timezone.now()
    _finish(mail)
    _say("sent", mail)
    return True


def _finish(mail: Mail) -> None:
    """Nobody tries it any more, and its text goes. It may have been taken back meanwhile."""
    Mail.objects.filter(pk=mail.pk).update(sent_at=mail.sent_at, next_try_at=None, text="")


def _say(outcome: str, mail: Mail, **facts: str) -> None:
    metrics.MAILS.labels(outcome).inc()
    level = "info" if outcome == "sent" else "warning"
    logs.line("mail", level=level, outcome=outcome, mail=mail.pk, attempt=mail.attempts, **facts)
