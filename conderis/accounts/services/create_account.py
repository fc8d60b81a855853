"""A person gets an account."""

from django.db import transaction

from conderis.accounts.fields import email_value, name_value, password_value
from conderis.accounts.models import User
from conderis.accounts.selectors import user_by_email
from conderis.accounts.services.confirm_address import confirm_address
from conderis.core.locks import hold


@transaction.atomic
def create_account(*, email: str, password: str, name: str | None = None, admin: bool = False) -> tuple[User, bool]:
    """The account of this address, and whether it was made just now; usable at once.

    An account that is there already is returned as it is, whatever else was sent: a password isn't
    reset and a right isn't given this way. Two calls at the same moment make one account.
    Raises Missing or Invalid, naming ``email``, ``password`` or ``name``.
    """
    address = email_value(email)
    hold("account", address.lower())
    existing = user_by_email(address)
    if existing is not None:
        return existing, False
    shown = name_value(name or address.partition("@")[0][:100])
    secret = password_value(password, user=User(email=address, name=shown))
    user = User.objects.create_user(address, secret, name=shown, is_staff=admin, is_superuser=admin)
    confirm_address(user=user)
    return user, True
