"""An operator shuts an account, or opens it again."""

from django.db import transaction

from conderis.accounts.models import User
from conderis.accounts.services.end_sessions import end_sessions


@transaction.atomic
def disable_account(*, user: User) -> None:
    """No sign-in, and no call with a key of their agents. Enabled again, the keys work and the sessions stay over."""
    User.objects.filter(pk=user.pk).update(is_active=False)
    end_sessions(user=user)
