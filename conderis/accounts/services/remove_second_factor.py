"""Someone has lost their telephone."""

from allauth.mfa.models import Authenticator

from conderis.accounts.models import User


def remove_second_factor(*, user: User) -> bool:
    """The person signs in with the password alone from now on; whether there was anything to remove."""
    removed: int = Authenticator.objects.filter(user=user).delete()[0]
    return removed > 0
