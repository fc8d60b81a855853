"""Every browser of a person is signed out."""

from django.db.models import F

from conderis.accounts.models import User


def end_sessions(*, user: User) -> None:
    """From their next request on nobody is signed in any more; what the sessions held goes with their expiry."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
