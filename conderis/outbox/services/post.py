"""Put a mail into the outbox."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from conderis.core.errors import RateLimited
from conderis.core.text import one_line
from conderis.outbox.models import Mail

MOST_AN_HOUR = 100  # on behalf of one person: nobody floods others in our name
HOUR = timedelta(hours=1)


def post(
    *, to: str, subject: str, text: str, on_behalf_of: str | None = None, printed: bool = False, about: str = ""
) -> Mail | None:
    """A mail that is sent within a minute once the caller's transaction commits; None on a site without a mail server.

    ``about`` is the reference of what it quotes: the text goes when that is erased. ``printed`` is for what such a
    site's worker prints instead: it must hold nothing that a log may not. ``on_behalf_of`` is the person (an id) who
    has it sent to someone else. Raises RateLimited when they had more than a hundred sent within an hour.
    """
    if not settings.SENDS_MAIL and not printed:
        return None
    now = timezone.now()
    lately = Mail.objects.filter(on_behalf_of=on_behalf_of, created_at__gt=now - HOUR)
    if on_behalf_of is not None and lately.count() >= MOST_AN_HOUR:
        raise RateLimited(
            f"You had {MOST_AN_HOUR} mails sent within an hour. Wait, then go on.",
            retry_after=int(HOUR.total_seconds()),
        )
    return Mail.objects.create(
        to=to,
        subject=one_line(subject, 200),
        text=text,
        about=about,
        on_behalf_of_id=on_behalf_of,
        created_at=now,
        next_try_at=now,
    )
