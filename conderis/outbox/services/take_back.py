"""Have a mail not sent."""

from conderis.outbox.models import Mail


def take_back(mail: Mail) -> None:
    """The mail is gone, unless it was sent already or is on its way at this moment."""
    Mail.objects.filter(pk=mail.pk, sent_at=None).delete()
