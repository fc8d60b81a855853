"""A person's address counts as confirmed."""

from allauth.account.models import EmailAddress
from django.db import transaction

from conderis.accounts.models import User


@transaction.atomic
def confirm_address(*, user: User) -> None:
    """The address of the account is the one that its person signs in with, without a mail to answer. Again: unchanged.

    For accounts that someone with the right to has made, and addresses that such a one has changed.
    """
    address = user.email.lower()  # as django-allauth compares them
    EmailAddress.objects.filter(user=user).exclude(email=address).delete()
    EmailAddress.objects.update_or_create(user=user, email=address, defaults={"verified": True, "primary": True})
